//! What surrounds the handlers: the accept loop, TLS, middleware, proxies, limits of what is open at once, errors, the viewer of a
//! request, metrics.

pub(crate) mod cache;
pub(crate) mod error;
pub(crate) mod forwarded;
pub(crate) mod host;
pub(crate) mod limits;
pub(crate) mod metrics;
pub(crate) mod middleware;
pub(crate) mod process;
pub(crate) mod request_id;
pub(crate) mod serve;
pub(crate) mod tls;
pub(crate) mod unread;
pub(crate) mod viewer;

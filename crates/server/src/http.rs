//! What surrounds the handlers: the accept loop, middleware, limits and quotas, errors, the viewer of a
//! request, metrics.

pub(crate) mod answers;
pub(crate) mod cache;
pub(crate) mod error;
pub(crate) mod limits;
pub(crate) mod metrics;
pub(crate) mod middleware;
pub(crate) mod quota;
pub(crate) mod readiness;
pub(crate) mod serve;
pub(crate) mod viewer;
pub(crate) mod write_timeout;

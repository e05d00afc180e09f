//! What surrounds the handlers: the accept loop, middleware, limits, errors, the viewer of a request, metrics.

pub(crate) mod bans;
pub(crate) mod cache;
pub(crate) mod error;
pub(crate) mod limits;
pub(crate) mod metrics;
pub(crate) mod middleware;
mod operator;
pub(crate) mod readiness;
pub(crate) mod serve;
pub(crate) mod viewer;

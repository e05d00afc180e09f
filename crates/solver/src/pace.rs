//! Where long work can be paused or stopped.
//!
//! The solver asks at its pause points, which lie at most some milliseconds apart, and the thread that it works on may have
//! someone who answers: a server that shares its threads. The question is not a parameter because nearly every function of
//! the solver would only pass it on; a stop unwinds, so no function has a result that is not one. Without [`paced`] a pause
//! point does nothing.

use std::cell::RefCell;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};

type Hook = Box<dyn FnMut()>;

thread_local! {
    static HOOK: RefCell<Option<Hook>> = const { RefCell::new(None) };
}

/// Works, and calls `go_on` at every pause point: it may wait, or end the work with an error. What the work was changing
/// then is in no defined state and must be dropped.
///
/// ```
/// use divvy_solver::{paced, pause_point};
///
/// let mut left = 3;
/// let go_on = move || { left -= 1; if left == 0 { Err("enough") } else { Ok(()) } };
/// assert_eq!(paced(go_on, || loop { pause_point() }), Err::<(), _>("enough"));
/// assert_eq!(paced(|| Err("enough"), || 1), Ok(1));
/// ```
pub fn paced<T, E: Send + 'static>(
    mut go_on: impl FnMut() -> Result<(), E> + 'static,
    work: impl FnOnce() -> T,
) -> Result<T, E> {
    let hook: Hook = Box::new(move || {
        if let Err(reason) = go_on() {
            // Not a panic: no message, no backtrace.
            resume_unwind(Box::new(reason));
        }
    });
    let _before = Restore(HOOK.replace(Some(hook)));
    catch_unwind(AssertUnwindSafe(work)).map_err(|payload| match payload.downcast() {
        Ok(reason) => *reason,
        Err(panic) => resume_unwind(panic),
    })
}

/// Puts the hook back that was there before.
struct Restore(Option<Hook>);

impl Drop for Restore {
    fn drop(&mut self) {
        drop(HOOK.replace(self.0.take()));
    }
}

/// A point at which work can be paused or stopped.
pub fn pause_point() {
    HOOK.with_borrow_mut(|hook| {
        if let Some(hook) = hook {
            hook();
        }
    });
}

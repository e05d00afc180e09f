//! What JavaScript calls: it asks for room, writes the request there, has it answered, and reads the reply.

#![allow(unsafe_code, reason = "exported names")]

use std::cell::RefCell;

use crate::Site;

thread_local! {
    static MODULE: RefCell<Module> = RefCell::default();
}

#[derive(Default)]
struct Module {
    site: Site,
    request: Vec<u8>,
    reply: Vec<u8>,
}

/// Where a request of so many bytes goes.
#[unsafe(no_mangle)]
extern "C" fn divvy_request(length: usize) -> *mut u8 {
    MODULE.with_borrow_mut(|module| {
        module.request = vec![0; length];
        module.request.as_mut_ptr()
    })
}

/// Answers the request that stands there now; the length of the reply.
#[unsafe(no_mangle)]
extern "C" fn divvy_answer() -> usize {
    MODULE.with_borrow_mut(|Module { site, request, reply }| {
        *reply = site.answer(&std::mem::take(request));
        reply.len()
    })
}

/// Where the reply is.
#[unsafe(no_mangle)]
extern "C" fn divvy_reply() -> *const u8 {
    MODULE.with_borrow(|module| module.reply.as_ptr())
}

//! Certificates in files of a world, and what both verifiers say about them.

use serde_json::Value;

use crate::common::World;

/// A board whose proof has everything: `d` is `[[4,8,16],[6],[9],[10],[11],[13],[15]]`, `a` is `[1,2,3,5,12]`,
/// 7 and 14 are left for C, and 4 and 11 have no partner.
pub(crate) const EVERYTHING: &str = "multiple-madness --size 16";

/// Certificates with the point at which they must fail: none for those that hold.
pub(crate) struct Cases {
    world: World,
    cases: Vec<Case>,
}

struct Case {
    name: String,
    file: String,
    point: Option<&'static str>,
}

impl Cases {
    pub(crate) fn new() -> Self {
        Self { world: World::new(), cases: Vec::new() }
    }

    /// The certificate of what `divvy solve` says.
    pub(crate) fn solve(&self, args: &str) -> Vec<u8> {
        let args = format!("solve {args} --certificate solved.json");
        let run = self.world.run(&args.split(' ').collect::<Vec<_>>(), "");
        assert_eq!(run.code, Some(0), "{args}: {}", run.stderr);
        std::fs::read(self.world.path().join("solved.json")).unwrap()
    }

    pub(crate) fn add(
        &mut self,
        name: &str,
        contents: impl AsRef<[u8]>,
        point: Option<&'static str>,
    ) {
        let file = format!("{}.json", self.cases.len());
        std::fs::write(self.world.path().join(&file), contents).unwrap();
        self.cases.push(Case { name: name.to_owned(), file, point });
    }

    /// Adds what the solver writes, which must hold.
    pub(crate) fn add_solved(&mut self, args: &str) {
        let certificate = self.solve(args);
        self.add(args, certificate, None);
    }

    pub(crate) fn check(&self) {
        for case in &self.cases {
            let run = self.world.run(&["verify", &case.file], "");
            assert_eq!(run.stderr, "", "{}", case.name);
            assert_verdict(case, &run.stdout, run.code);
            assert_eq!(run.stdout.lines().count(), 1, "{}", case.name);
        }
    }

    /// All files in one run of Python, each through the script's own `main`.
    pub(crate) fn check_with_python(&self) {
        const RUN_EACH: &str = "
import sys
script, files = sys.argv[1], sys.argv[2:]
code = compile(open(script, 'rb').read(), script, 'exec')
for file in files:
    sys.argv = [script, file]
    try:
        exec(code, {'__name__': '__main__'})
    except SystemExit as exit:
        print(exit.code)
";
        let script = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/verify.py");
        let mut python = self.world.command("python3");
        python.args(["-c", RUN_EACH, script]).args(self.cases.iter().map(|case| &case.file));
        let output = python.output().unwrap();
        assert_eq!(String::from_utf8_lossy(&output.stderr), "");
        let stdout = String::from_utf8(output.stdout).unwrap();
        let lines: Vec<&str> = stdout.lines().collect();
        assert_eq!(lines.len(), 2 * self.cases.len(), "one line and an exit code for each file");
        for (case, answer) in self.cases.iter().zip(lines.chunks(2)) {
            assert_verdict(case, answer[0], answer[1].parse().ok());
        }
    }
}

fn assert_verdict(case: &Case, stdout: &str, code: Option<i32>) {
    let Case { name, point, .. } = case;
    match point {
        None => assert_eq!((stdout.trim_end(), code), ("verified", Some(0)), "{name}"),
        Some(point) => {
            let expected = format!("not verified: {point}");
            assert!(stdout.starts_with(&expected), "{name}: {stdout:?} should name {point:?}");
            assert_eq!(code, Some(1), "{name}");
        }
    }
}

/// Changed copies of one certificate.
pub(crate) struct Tampering {
    pub(crate) cases: Cases,
    pub(crate) original: Value,
}

impl Tampering {
    pub(crate) fn with(args: &str) -> Self {
        let cases = Cases::new();
        let original = serde_json::from_slice(&cases.solve(args)).unwrap();
        Self { cases, original }
    }

    /// A copy that differs, and fails at this point.
    pub(crate) fn refuse(
        &mut self,
        point: &'static str,
        name: &str,
        change: impl FnOnce(&mut Value),
    ) {
        let mut copy = self.original.clone();
        change(&mut copy);
        assert_ne!(copy, self.original, "{name} changes nothing");
        self.cases.add(name, copy.to_string(), Some(point));
    }
}

pub(crate) fn list(value: &mut Value) -> &mut Vec<Value> {
    value.as_array_mut().unwrap()
}

//! A PostgreSQL that takes encrypted connections only.

use std::path::Path;

use divvy_service::storage::{OpenError, open};
use divvy_testing::{Cluster, PASSWORD};

use crate::{admin_at, play, run};

fn address(cluster: &Cluster, host: &str, parameters: &str) -> String {
    format!("postgres://divvy:{PASSWORD}@{host}:{}/postgres?{parameters}", cluster.port())
}

/// How many connections of the server there are over the network: all, and the encrypted ones.
const CONNECTIONS: &str = "
    SELECT count(*), count(*) FILTER (WHERE ssl) FROM pg_stat_activity JOIN pg_stat_ssl USING (pid)
    WHERE application_name = 'divvy' AND client_addr IS NOT NULL";

pub(crate) fn connections_are_encrypted_unless_said_otherwise() {
    let cluster = Cluster::encrypted();
    run(async {
        for mode in ["", "sslmode=prefer", "sslmode=require"] {
            let address = address(&cluster, "127.0.0.1", mode);
            let storage = open(Some(&address), Path::new("unused")).await.unwrap();
            play(&storage, 1).await;
            storage.admin_changes(None).await.unwrap();
            // One writes, one reads, one listens.
            let counted = cluster.ask("postgres", CONNECTIONS);
            let (all, encrypted) = counted.split_once('|').unwrap();
            assert_eq!(all, encrypted);
            assert!(all.parse::<u32>().unwrap() >= 3, "{counted}");
        }
        let plain = address(&cluster, "127.0.0.1", "sslmode=disable");
        let refused = open(Some(&plain), Path::new("unused")).await.unwrap_err();
        assert!(matches!(refused, OpenError::Failed(..)), "{refused}");
        assert!(refused.to_string().contains("no encryption"), "{refused}");
        assert!(!refused.to_string().contains(PASSWORD), "{refused}");
    });
}

pub(crate) fn the_name_in_the_certificate_must_be_that_of_the_server() {
    let cluster = Cluster::encrypted();
    let root = cluster.certificate().display().to_string();
    run(async {
        let trusted = format!("sslmode=verify-full&sslrootcert={root}");
        let admin = admin_at(&address(&cluster, "localhost", &trusted)).await;
        assert!(admin.list(1).await.unwrap().is_empty());
        for (host, parameters) in [
            // Another name than the certificate has.
            ("127.0.0.1", trusted.as_str()),
            // An authority that this machine does not know.
            ("localhost", "sslmode=verify-full"),
        ] {
            let address = address(&cluster, host, parameters);
            let refused = open(Some(&address), Path::new("unused")).await.unwrap_err();
            // At once: it is not waited for, as one that cannot be reached is.
            assert!(matches!(refused, OpenError::Failed(..)), "{refused:?}");
            assert!(refused.to_string().contains("certificate"), "{refused}");
            assert!(!refused.to_string().contains(PASSWORD), "{refused}");
        }
        // The authority is known, and the name does not count.
        let any_name = format!("sslmode=verify-ca&sslrootcert={root}");
        admin_at(&address(&cluster, "127.0.0.1", &any_name)).await;
    });
}

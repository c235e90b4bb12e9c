//! Names the program that listens on a TCP port, so that "port in use" can say by whom.

/// A process that listens on a port.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PortOwner {
    /// Its process id.
    pub pid: u32,
    /// Its name as the system shows it.
    pub program: String,
}

/// Who listens on `port`, if the system tells: Linux does for the user's own processes.
#[cfg(target_os = "linux")]
pub fn port_owner(port: u16) -> Option<PortOwner> {
    linux::port_owner(port)
}

/// Who listens on `port`: unknown, because this system tells only through programs of its own.
#[cfg(not(target_os = "linux"))]
pub fn port_owner(_port: u16) -> Option<PortOwner> {
    None
}

#[cfg(target_os = "linux")]
mod linux {
    use std::fs;
    use std::path::Path;

    use super::PortOwner;

    /// The state column of `/proc/net/tcp` for a listening socket.
    const LISTEN: &str = "0A";

    pub(super) fn port_owner(port: u16) -> Option<PortOwner> {
        let links: Vec<String> = ["/proc/net/tcp", "/proc/net/tcp6"]
            .iter()
            .filter_map(|table| fs::read_to_string(table).ok())
            .flat_map(|table| listening_inodes(&table, port))
            .map(|inode| format!("socket:[{inode}]"))
            .collect();
        if links.is_empty() {
            return None;
        }
        let pid = process_ids().find(|pid| holds_any(*pid, &links))?;
        let program = fs::read_to_string(format!("/proc/{pid}/comm")).ok()?;
        Some(PortOwner { pid, program: program.trim_end().to_owned() })
    }

    /// Columns: index, local address as `ADDRESS:PORT` in hexadecimal, remote address, state, queues, timer,
    /// retransmits, uid, timeout, inode.
    pub(super) fn listening_inodes(table: &str, port: u16) -> Vec<u64> {
        table
            .lines()
            .filter_map(|line| {
                let columns: Vec<&str> = line.split_whitespace().collect();
                let (_, local_port) = columns.get(1)?.rsplit_once(':')?;
                let listens = *columns.get(3)? == LISTEN;
                let same_port = u16::from_str_radix(local_port, 16).ok()? == port;
                (listens && same_port).then(|| columns.get(9)?.parse().ok())?
            })
            .collect()
    }

    fn process_ids() -> impl Iterator<Item = u32> {
        fs::read_dir("/proc")
            .into_iter()
            .flatten()
            .filter_map(|entry| entry.ok()?.file_name().to_str()?.parse().ok())
    }

    fn holds_any(pid: u32, links: &[String]) -> bool {
        let descriptors = fs::read_dir(Path::new("/proc").join(pid.to_string()).join("fd"));
        descriptors.into_iter().flatten().any(|descriptor| {
            descriptor
                .and_then(|descriptor| fs::read_link(descriptor.path()))
                .is_ok_and(|target| links.iter().any(|link| target.as_os_str() == link.as_str()))
        })
    }
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use std::net::TcpListener;

    use super::*;

    #[test]
    fn the_listener_of_this_process_is_found() {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let owner = port_owner(listener.local_addr().unwrap().port()).unwrap();
        assert_eq!(owner.pid, std::process::id());
        assert!(!owner.program.is_empty());
    }

    #[test]
    fn a_free_port_has_no_owner() {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let port = listener.local_addr().unwrap().port();
        drop(listener);
        assert_eq!(port_owner(port), None);
    }

    #[test]
    fn only_listening_sockets_of_that_port_count() {
        let table = "\
  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode
   0: 0100007F:1ED2 00000000:0000 0A 00000000:00000000 00:00000000 00000000  1000        0 111 1 0
   1: 0100007F:1ED2 0100007F:D431 01 00000000:00000000 00:00000000 00000000  1000        0 222 1 0
   2: 0100007F:0050 00000000:0000 0A 00000000:00000000 00:00000000 00000000     0        0 333 1 0
";
        assert_eq!(linux::listening_inodes(table, 7890), [111]);
    }
}

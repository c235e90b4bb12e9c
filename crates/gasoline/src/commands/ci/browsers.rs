//! Browsers that the suite starts by a program we name: Puppeteer, Selenium, Karma and others that read where Chrome is from the
//! environment.
//!
//! They are given a script that starts the real browser with a debugging port and leaves a note; for each note `gasoline attach` joins.
//! Only on systems with a shell.

use std::ffi::OsString;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::time::{Duration, Instant};

use tokio::process::Command;
use tokio::task::{JoinHandle, JoinSet};

use crate::printer::Printer;

/// The script that stands for a browser.
const SCRIPT: &str = include_str!("chrome.sh");

/// What programs are called that may be the browser, if nothing names it.
const PROGRAMS: [&str; 5] =
    ["google-chrome", "google-chrome-stable", "chromium", "chromium-browser", "chrome"];

/// Variables that name the browser, and what reads them.
const CHROME: &str = "CHROME_BIN";
const PUPPETEER: &str = "PUPPETEER_EXECUTABLE_PATH";
/// Of Selenium Manager.
const SELENIUM: &str = "SE_BROWSER_PATH";

/// Pause between two looks for notes and ports: a runner opens its first page within some tens of milliseconds.
const INTERVAL: Duration = Duration::from_millis(5);

/// How long a browser may take to open its port.
const SLOWEST_PORT: Duration = Duration::from_secs(30);

/// How long captures may take to end when the suite has ended.
const SLOWEST_END: Duration = Duration::from_secs(5);

/// Where the suite finds browsers.
#[derive(Debug, Default)]
pub(super) struct Browsers {
    /// The folder of notes; none if no browser was found.
    notes: Option<PathBuf>,
    /// What the suite's environment says.
    pub(super) variables: Vec<(&'static str, PathBuf)>,
}

impl Browsers {
    /// Writes the scripts into the run's private folder.
    pub(super) fn prepare(folder: &Path) -> io::Result<Self> {
        if !cfg!(unix) {
            return Ok(Self::default());
        }
        let named = |name: &str| std::env::var_os(name).filter(|value| !value.is_empty()).map(PathBuf::from);
        let chrome = named(CHROME).or_else(|| on_path(std::env::var_os("PATH")));
        let puppeteer = named(PUPPETEER).or_else(|| own_browser(named("PUPPETEER_CACHE_DIR"), named("HOME")));
        let selenium = named(SELENIUM).or_else(|| chrome.clone());
        let puppeteer = puppeteer.or_else(|| chrome.clone());
        let notes = folder.join("browsers");
        let mut variables = Vec::new();
        for (variable, browser) in [(CHROME, chrome), (PUPPETEER, puppeteer), (SELENIUM, selenium)] {
            let Some(browser) = browser else { continue };
            let script = folder.join(variable.to_lowercase().replace('_', "-"));
            write_program(&script, &text(&browser, &notes))?;
            variables.push((variable, script));
        }
        if variables.is_empty() {
            return Ok(Self::default());
        }
        fs::create_dir_all(&notes)?;
        Ok(Self { notes: Some(notes), variables })
    }

    /// Joins every browser that is started from now on.
    pub(super) fn watch(&self, port: u16, printer: Printer) -> Watch {
        let notes = self.notes.clone();
        let (stop, stopped) = tokio::sync::oneshot::channel();
        let task = tokio::spawn(async move {
            let Some(notes) = notes else { return 0 };
            watch(&notes, port, printer, stopped).await
        });
        Watch { stop, task }
    }
}

/// Captures that are under way.
#[derive(Debug)]
pub(super) struct Watch {
    stop: tokio::sync::oneshot::Sender<()>,
    task: JoinHandle<usize>,
}

impl Watch {
    /// Waits for captures whose browsers have gone; returns how many browsers there were.
    pub(super) async fn end(self) -> usize {
        self.stop.send(()).ok();
        self.task.await.unwrap_or(0)
    }
}

async fn watch(
    notes: &Path,
    port: u16,
    printer: Printer,
    mut stopped: tokio::sync::oneshot::Receiver<()>,
) -> usize {
    let mut captures = JoinSet::new();
    let mut joined = 0;
    loop {
        for note in taken(notes) {
            joined += 1;
            captures.spawn(join(note, port, printer));
        }
        tokio::select! {
            _ = &mut stopped => break,
            () = tokio::time::sleep(INTERVAL) => {}
        }
    }
    let all = async { while captures.join_next().await.is_some() {} };
    // A browser that outlives its suite is not waited for.
    tokio::time::timeout(SLOWEST_END, all).await.ok();
    joined
}

/// What a browser's script left: its port, 0 for one of its own choice, and its profile.
#[derive(Debug, PartialEq, Eq)]
struct Note {
    port: u16,
    profile: PathBuf,
}

impl Note {
    fn read(text: &str) -> Option<Self> {
        let (port, profile) = text.split_once('\n')?;
        Some(Self { port: port.trim().parse().ok()?, profile: profile.strip_suffix('\n')?.into() })
    }

    /// The debugging address, once the browser has one.
    fn address(&self) -> Option<String> {
        if self.port != 0 {
            return Some(format!("http://127.0.0.1:{}", self.port));
        }
        let text = fs::read_to_string(self.profile.join("DevToolsActivePort")).ok()?;
        let (port, path) = text.split_once('\n')?;
        let path = path.trim_end();
        path.starts_with("/devtools/browser/").then(|| format!("ws://127.0.0.1:{port}{path}"))
    }
}

/// Notes that have come since the last look; each is handed out once.
fn taken(folder: &Path) -> Vec<Note> {
    let Ok(files) = fs::read_dir(folder) else { return Vec::new() };
    let files = files.filter_map(|file| Some(file.ok()?.path()));
    let complete = files.filter(|path| path.extension().is_some_and(|ending| ending == "browser"));
    let read = complete.filter_map(|path| {
        let text = fs::read_to_string(&path).ok();
        fs::remove_file(&path).ok();
        Note::read(&text?)
    });
    read.collect()
}

/// Captures one browser in a process of its own until it has gone.
async fn join(note: Note, port: u16, printer: Printer) {
    let started = Instant::now();
    let address = loop {
        if let Some(address) = note.address() {
            break address;
        }
        if started.elapsed() > SLOWEST_PORT {
            printer.warning("a browser of the suite opened no debugging port and was not captured");
            return;
        }
        tokio::time::sleep(INTERVAL).await;
    };
    let Ok(program) = std::env::current_exe() else { return };
    let arguments: [OsString; 6] = [
        "attach".into(),
        "--cdp".into(),
        address.into(),
        "--wait=10".into(),
        "--port".into(),
        port.to_string().into(),
    ];
    let mut command = Command::new(program);
    command.args(arguments).stdin(Stdio::null()).kill_on_drop(true);
    // The terminal belongs to the suite. Ctrl-C ends its browsers, and these with them.
    #[cfg(unix)]
    command.process_group(0);
    match command.output().await {
        Ok(output) if output.status.success() => {}
        Ok(output) => {
            let said = String::from_utf8_lossy(&output.stderr);
            let last = said.trim().lines().last().unwrap_or_default().to_owned();
            printer.warning(&format!("a browser of the suite was not captured to its end: {last}"));
        }
        Err(error) => printer.warning(&format!("a browser of the suite was not captured: {error}")),
    }
}

fn on_path(path: Option<OsString>) -> Option<PathBuf> {
    let path = path?;
    let folders: Vec<PathBuf> = std::env::split_paths(&path).collect();
    let programs = PROGRAMS.iter().flat_map(|name| folders.iter().map(move |folder| folder.join(name)));
    let in_place = PathBuf::from("/Applications/Google Chrome.app/Contents/MacOS/Google Chrome");
    programs.chain([in_place]).find(|program| program.is_file())
}

/// The newest browser that Puppeteer fetched for itself: a suite must not run in another one because of us.
fn own_browser(cache: Option<PathBuf>, home: Option<PathBuf>) -> Option<PathBuf> {
    const PLACES: [&str; 3] = [
        "chrome-linux64/chrome",
        "chrome-mac-arm64/Google Chrome for Testing.app/Contents/MacOS/Google Chrome for Testing",
        "chrome-mac-x64/Google Chrome for Testing.app/Contents/MacOS/Google Chrome for Testing",
    ];
    let cache = cache.or_else(|| Some(home?.join(".cache/puppeteer")))?;
    let versions = fs::read_dir(cache.join("chrome")).ok()?.filter_map(|entry| Some(entry.ok()?.path()));
    let mut versions: Vec<PathBuf> = versions.collect();
    versions.sort_by_key(|version| version_of(version));
    let found = versions.iter().rev().flat_map(|version| PLACES.iter().map(move |place| version.join(place)));
    found.into_iter().find(|program| program.is_file())
}

/// The numbers of `linux-131.0.6778.85`.
fn version_of(folder: &Path) -> Vec<u32> {
    let name = folder.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
    let version = name.rsplit('-').next().unwrap_or_default().to_owned();
    version.split('.').filter_map(|part| part.parse().ok()).collect()
}

fn text(browser: &Path, notes: &Path) -> String {
    let quoted = |path: &Path| format!("'{}'", path.to_string_lossy().replace('\'', r"'\''"));
    // The comment of the script names them too, and is none the worse for it.
    SCRIPT.replace("BROWSER", &quoted(browser)).replace("FOLDER", &quoted(notes))
}

fn write_program(path: &Path, text: &str) -> io::Result<()> {
    fs::write(path, text)?;
    #[cfg(unix)]
    fs::set_permissions(path, std::os::unix::fs::PermissionsExt::from_mode(0o700))?;
    Ok(())
}

#[cfg(test)]
#[cfg(unix)]
mod tests {
    use super::*;

    /// A folder with a program in it that prints its arguments, and the script in front of it.
    fn run(arguments: &[&str]) -> (String, Vec<Note>) {
        let folder = tempfile::Builder::new().prefix("it's a folder ").tempdir().unwrap();
        let (real, script, notes) =
            (folder.path().join("real"), folder.path().join("script"), folder.path().join("notes"));
        fs::create_dir(&notes).unwrap();
        write_program(&real, "#!/bin/sh\nprintf '%s|' \"$@\"").unwrap();
        write_program(&script, &text(&real, &notes)).unwrap();
        let output = std::process::Command::new(&script).args(arguments).output().unwrap();
        assert!(output.status.success(), "{output:?}");
        (String::from_utf8(output.stdout).unwrap(), taken(&notes))
    }

    #[test]
    fn a_browser_is_started_as_asked_with_a_port_and_leaves_a_note() {
        let profile = tempfile::tempdir().unwrap();
        let data = format!("--user-data-dir={}", profile.path().display());
        let note = |port| vec![Note { port, profile: profile.path().to_owned() }];
        let stale = profile.path().join("DevToolsActivePort");
        fs::write(&stale, "1\n/devtools/browser/old").unwrap();
        assert_eq!(run(&[&data, "a b"]), (format!("--remote-debugging-port=0|{data}|a b|"), note(0)));
        assert!(!stale.exists());
        let fixed = run(&[&data, "--remote-debugging-port=9333"]);
        assert_eq!(fixed, (format!("{data}|--remote-debugging-port=9333|"), note(9333)));
    }

    #[test]
    fn questions_browsers_without_a_profile_and_those_of_playwright_are_left_alone() {
        for arguments in [
            vec!["--version"],
            vec!["page.html"],
            vec!["--user-data-dir=/tmp/playwright_chromiumdev_profile-x"],
        ] {
            let (said, notes) = run(&arguments);
            assert_eq!(
                (said, notes),
                (arguments.iter().map(|word| format!("{word}|")).collect(), Vec::new())
            );
        }
    }

    #[test]
    fn a_note_has_an_address_once_the_browser_has_written_its_port() {
        let profile = tempfile::tempdir().unwrap();
        let note = Note { port: 0, profile: profile.path().to_owned() };
        assert_eq!(note.address(), None);
        fs::write(profile.path().join("DevToolsActivePort"), "4711\n/devtools/browser/x\n").unwrap();
        assert_eq!(note.address().as_deref(), Some("ws://127.0.0.1:4711/devtools/browser/x"));
        assert_eq!(Note { port: 9, ..note }.address().as_deref(), Some("http://127.0.0.1:9"));
        assert_eq!(Note::read("broken"), None);
    }

    #[test]
    fn puppeteer_keeps_the_newest_browser_it_fetched() {
        let cache = tempfile::tempdir().unwrap();
        for version in ["linux-99.0.1", "linux-131.0.2", "linux-131.0.10"] {
            let folder = cache.path().join("chrome").join(version).join("chrome-linux64");
            fs::create_dir_all(&folder).unwrap();
            fs::write(folder.join("chrome"), "").unwrap();
        }
        let newest = cache.path().join("chrome/linux-131.0.10/chrome-linux64/chrome");
        assert_eq!(own_browser(Some(cache.path().to_owned()), None), Some(newest));
        assert_eq!(own_browser(None, Some(cache.path().to_owned())), None);
    }
}

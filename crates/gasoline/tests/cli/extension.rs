//! `gasoline extension` writes what Chrome can load.

use std::fs;
use std::path::Path;
use std::process::Output;

use serde_json::Value;

use crate::scratch::Scratch;

fn write(scratch: &Scratch, arguments: &[&str]) -> Output {
    scratch.gasoline(&[&["extension"], arguments].concat()).output().unwrap()
}

fn manifest(folder: &Path) -> Value {
    serde_json::from_slice(&fs::read(folder.join("manifest.json")).unwrap()).unwrap()
}

/// Every file name in the manifest.
fn named_files(manifest: &Value) -> Vec<&str> {
    let scripts = manifest["content_scripts"].as_array().unwrap();
    let scripts = scripts.iter().flat_map(|script| script["js"].as_array().unwrap());
    let icons = manifest["icons"].as_object().unwrap().values();
    let others = [&manifest["background"]["service_worker"], &manifest["action"]["default_popup"]];
    scripts.chain(icons).chain(others).map(|name| name.as_str().unwrap()).collect()
}

#[test]
fn every_file_the_manifest_names_is_there() {
    let scratch = Scratch::new();
    let folder = scratch.path().join("written");
    let output = write(&scratch, &["--dir", folder.to_str().unwrap()]);
    assert!(output.status.success(), "{output:?}");
    let instructions = String::from_utf8(output.stdout).unwrap();
    assert!(instructions.contains(folder.to_str().unwrap()));
    assert!(instructions.contains("chrome://extensions"));
    let manifest = manifest(&folder);
    for name in named_files(&manifest) {
        assert!(fs::metadata(folder.join(name)).is_ok_and(|file| file.len() > 0), "{name}");
    }
}

#[test]
fn without_a_folder_it_goes_to_the_users_data() {
    let scratch = Scratch::new();
    let output = write(&scratch, &[]);
    assert!(output.status.success(), "{output:?}");
    if cfg!(target_os = "linux") {
        assert_eq!(manifest(&scratch.path().join("data/gasoline/extension"))["name"], "Gasoline");
    }
}

#[test]
fn writing_again_replaces_what_was_there() {
    let scratch = Scratch::new();
    let folder = scratch.path().join("written");
    let arguments = ["--dir", folder.to_str().unwrap()];
    assert!(write(&scratch, &arguments).status.success());
    fs::write(folder.join("worker.js"), "outdated").unwrap();
    assert!(write(&scratch, &arguments).status.success());
    assert_ne!(fs::read_to_string(folder.join("worker.js")).unwrap(), "outdated");
}

#[test]
fn further_sites_reach_every_content_script() {
    let scratch = Scratch::new();
    let folder = scratch.path().join("written");
    let site = "https://*.example.com/*";
    let output = write(&scratch, &["--dir", folder.to_str().unwrap(), "--site", site]);
    assert!(output.status.success(), "{output:?}");
    let manifest = manifest(&folder);
    for script in manifest["content_scripts"].as_array().unwrap() {
        let matches = script["matches"].as_array().unwrap();
        assert!(matches.contains(&site.into()) && matches.contains(&"*://localhost/*".into()));
    }
}

#[test]
fn only_one_build_may_use_the_debugger() {
    let scratch = Scratch::new();
    let folder = scratch.path().join("written");
    let arguments = ["--dir", folder.to_str().unwrap()];
    let permissions = |arguments: &[&str]| {
        assert!(write(&scratch, arguments).status.success());
        manifest(&folder)["permissions"].as_array().unwrap().clone()
    };
    let usual = permissions(&arguments);
    assert!(!usual.contains(&"debugger".into()), "{usual:?}");
    let further = permissions(&[&arguments[..], &["--debugger"]].concat());
    assert_eq!(further.split_last(), Some((&"debugger".into(), usual.as_slice())));
    assert_eq!(permissions(&arguments), usual);
}

#[test]
fn a_malformed_site_is_explained() {
    let scratch = Scratch::new();
    let output = write(&scratch, &["--site", "example.com"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8(output.stderr).unwrap().contains("SCHEME://HOST/PATH"));
}

#[test]
fn a_folder_with_other_files_is_not_touched() {
    let scratch = Scratch::new();
    let folder = scratch.path().join("project");
    fs::create_dir(&folder).unwrap();
    fs::write(folder.join("manifest.json"), r#"{"name":"not ours"}"#).unwrap();
    let output = write(&scratch, &["--dir", folder.to_str().unwrap()]);
    assert_eq!(output.status.code(), Some(1));
    assert!(String::from_utf8(output.stderr).unwrap().contains("hint: "));
    assert_eq!(fs::read_dir(&folder).unwrap().count(), 1);
}

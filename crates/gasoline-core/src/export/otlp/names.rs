//! The names under which things are exported, all of them. Where OpenTelemetry has a name, it is that one.

/// Who exports, as a service and as a library.
pub(super) const SERVICE: &str = "gasoline";

/// Of everything that is exported.
pub(super) const SERVICE_NAME: &str = "service.name";
pub(super) const SERVICE_VERSION: &str = "service.version";
pub(super) const COMMIT: &str = "vcs.ref.head.revision";
pub(super) const BRANCH: &str = "vcs.ref.head.name";
pub(super) const RUN_ID: &str = "cicd.pipeline.run.id";

/// Of the span of a run.
pub(super) const RUN_SPAN: &str = "test run";
pub(super) const RUN_STATUS: &str = "test.suite.run.status";
pub(super) const RUN_ATTEMPT: &str = "gasoline.run.attempt";
pub(super) const RUN_SHARD: &str = "gasoline.run.shard";
pub(super) const RUN_TESTS: &str = "gasoline.run.tests";
pub(super) const RUN_FAILED: &str = "gasoline.run.failed";

/// Of the span of a test.
pub(super) const TEST_NAME: &str = "test.case.name";
pub(super) const TEST_RESULT: &str = "test.case.result.status";
pub(super) const TEST_FILE: &str = "code.file.path";
pub(super) const TEST_LINE: &str = "code.line.number";
pub(super) const TEST_ID: &str = "gasoline.test.id";
pub(super) const TEST_PROJECT: &str = "gasoline.test.project";
pub(super) const TEST_RETRY: &str = "gasoline.test.retry";
pub(super) const TEST_STATUS: &str = "gasoline.test.status";

/// Of the span of a request.
pub(super) const METHOD: &str = "http.request.method";
pub(super) const STATUS: &str = "http.response.status_code";
pub(super) const URL: &str = "url.full";
pub(super) const HOST: &str = "server.address";
pub(super) const ERROR_TYPE: &str = "error.type";

/// Of logs.
pub(super) const EXCEPTION_EVENT: &str = "exception";
pub(super) const EXCEPTION_TYPE: &str = "exception.type";
pub(super) const EXCEPTION_MESSAGE: &str = "exception.message";
pub(super) const EXCEPTION_STACK: &str = "exception.stacktrace";
pub(super) const CONSOLE_EVENT: &str = "browser.console";
pub(super) const RUNNER_EVENT: &str = "gasoline.test.error";

/// Of vitals.
pub(super) const VITAL_EVENT: &str = "browser.web_vital";
pub(super) const VITAL_NAME: &str = "browser.web_vital.name";
pub(super) const VITAL_VALUE: &str = "browser.web_vital.value";

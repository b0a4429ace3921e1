export { type CcusageReport, countWithCcusage } from './count-with-ccusage.ts'
export {
  type DataDirectoryOptions,
  mutateTranscript,
  type Oracle,
  type OracleSession,
  writeDataDirectory,
} from './data-directory/index.ts'
export { findDrift, hasDrift, QUICK_SCENARIOS } from './drift/find-drift.ts'
export { printDrift } from './drift/print-drift.ts'
export { installCli } from './install-cli.ts'
export { type Reply, type Step, toScriptedPrompt } from './model/script.ts'
export { type ScriptedModel, startScriptedModel } from './model/scripted-model.ts'
export { StreamingCli } from './model/streaming-cli.ts'
export { createCertificate } from './push/create-certificate.ts'
export { startPushService, type TestPushService } from './push/start-push-service.ts'
export { createRandom } from './random.ts'
export { CLI_VERSIONS, findRealCli, toCliEnv } from './real-cli.ts'
export type { RecordedFile } from './recorder/collect-files.ts'
export { chooseScenarios, record } from './recorder/record.ts'
export { toSample } from './sample.ts'
export { mutateLine } from './scenario-runner/mutate.ts'
export { playScenario } from './scenario-runner/play-scenario.ts'
export {
  listRecordedVersions,
  listRecordings,
  readRecording,
  type StoredRecording,
} from './scenario-runner/read-recording.ts'
export { hasScenario, type Scenario } from './scenario-runner/scenario.ts'
export { ScenarioCli } from './scenario-runner/scenario-cli.ts'
export type { RecordLine } from './scenario-runner/scenario-process.ts'
export { allScenarios } from './scenarios/all-scenarios.ts'
export { askSdk } from './sdk/ask-sdk.ts'
export { listSdkSessions } from './sdk/list-sdk-sessions.ts'
export { runSdk, type SdkTurn } from './sdk/run-sdk.ts'
export { toMessageNames } from './sdk/to-message-names.ts'
export { type Answer, askServer } from './server/ask-server.ts'
export { describeOpenPages, startBrowser, type TestBrowser } from './server/browser.ts'
export { openPaired } from './server/open-paired.ts'
export { createPairingLink, createPairingSecret, PairedDevice } from './server/paired-device.ts'
export { SocketClient } from './server/socket-client.ts'
export { startServer, type TestServer } from './server/start-server.ts'
export { type WrittenSession, writeSession } from './write-session.ts'

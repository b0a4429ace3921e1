export { type Answer, askServer } from './ask-server.ts'
export { startBrowser, type TestBrowser } from './browser.ts'
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
export { mutateLine } from './mutate.ts'
export { openPaired } from './open-paired.ts'
export { createPairingLink, createPairingSecret, PairedDevice } from './paired-device.ts'
export { playScenario } from './play-scenario.ts'
export { createCertificate } from './push/create-certificate.ts'
export { startPushService, type TestPushService } from './push/start-push-service.ts'
export { createRandom } from './random.ts'
export { listRecordedVersions, listRecordings, readRecording, type StoredRecording } from './read-recording.ts'
export { CLI_VERSIONS, findRealCli, toCliEnv } from './real-cli.ts'
export type { RecordedFile } from './recorder/collect-files.ts'
export { chooseScenarios, record } from './recorder/record.ts'
export { toSample } from './sample.ts'
export { hasScenario, type Scenario } from './scenario.ts'
export { ScenarioCli } from './scenario-cli.ts'
export type { RecordLine } from './scenario-process.ts'
export { allScenarios } from './scenarios/all-scenarios.ts'
export { type Reply, type Step, toScriptedPrompt } from './script.ts'
export { type ScriptedModel, startScriptedModel } from './scripted-model.ts'
export { askSdk } from './sdk/ask-sdk.ts'
export { listSdkSessions } from './sdk/list-sdk-sessions.ts'

export { runSdk, type SdkTurn } from './sdk/run-sdk.ts'
export { toMessageNames } from './sdk/to-message-names.ts'
export { SocketClient } from './socket-client.ts'
export { startServer, type TestServer } from './start-server.ts'
export { StreamingCli } from './streaming-cli.ts'

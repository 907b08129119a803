import { createSandbox, type Sandbox } from '../../sandbox/server'

/**
 * The payment sandbox of this process, on a free port. tests/setup/shared-process.ts imports it before anything reads the settings, so that the
 * provider of this process talks to it; merchants are told apart by their keys, so that all files of a process share it.
 */
export const sandbox: Sandbox = await createSandbox({ lateCaptureMs: 0 })

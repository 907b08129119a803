import { createSandbox, type Sandbox } from '../../sandbox/server'

/**
 * Payment sandbox of this process, on a free port. tests/setup/shared-process.ts imports it before the settings are
 * read, so that the provider of this process uses it. All files share it, because keys distinguish the merchants.
 */
export const sandbox: Sandbox = await createSandbox({ lateCaptureMs: 0 })

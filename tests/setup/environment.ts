import os from 'node:os'
import path from 'node:path'
import { passMidnight } from './midnight'

process.env.DATABASE_URL = process.env.TEST_DATABASE_URL ?? ''
process.env.APP_MODE = 'demo'
process.env.APP_KEY = 'a-key-for-tests-only-0123456789abcdef'
process.env.BASE_URL = 'http://localhost:3000'
process.env.LOG_LEVEL = 'silent'
// Long enough that a busy machine does not look like a database that hangs.
process.env.DATABASE_PATIENCE_MS ??= '15000'
process.env.DATA_DIR = path.join(os.tmpdir(), `shala-test-${process.pid}`)

await passMidnight()

import os from 'node:os'
import path from 'node:path'
import { passMidnight } from './midnight'
import { databasePatienceMs } from './slowness'

process.env.DATABASE_URL = process.env.TEST_DATABASE_URL ?? ''
process.env.APP_MODE = 'demo'
process.env.APP_KEY = 'a-key-for-tests-only-0123456789abcdef'
process.env.BASE_URL = 'http://localhost:3000'
process.env.LOG_LEVEL = 'silent'
process.env.DATABASE_PATIENCE_MS ??= String(databasePatienceMs)
process.env.DATA_DIR = path.join(os.tmpdir(), `shala-test-${process.pid}`)

await passMidnight()

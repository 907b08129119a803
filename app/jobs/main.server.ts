import { closeDatabase } from '~/database/database.server'
import { env } from '~/env.server'
import { log } from '~/services/log.server'
import { mailer } from '~/services/mail/mailer.server'
import { startWorker } from './loop.server'
import { periodicTasks } from './periodic.server'
import { givenUp, handlers } from './registry.server'

/* The worker: any number of them may run beside each other. SIGTERM and SIGINT let it finish what it has in hand. */

const worker = startWorker({
  handlers,
  givenUp,
  tasks: periodicTasks({ securityDays: env().SECURITY_LOG_DAYS }),
})

let stopping = false
async function stop(): Promise<void> {
  if (stopping) return
  stopping = true
  log().info('stopping')
  await worker.stop()
  mailer().close()
  await closeDatabase()
  process.exit(0)
}
process.on('SIGTERM', () => void stop())
process.on('SIGINT', () => void stop())
log().info({ kinds: Object.keys(handlers) }, 'worker started')

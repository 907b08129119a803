import { sealAnew } from '~/models/sealing/seal-anew.server'
import { systemScope } from '~/models/shared/scope.server'
import { log } from '~/services/log.server'
import { hasOldKey } from '~/services/secrets/secrets.server'

/** Periodic: while there is an APP_KEY_OLD, whatever it alone opens is sealed with APP_KEY. */
export async function sealWithNewKey(): Promise<void> {
  if (!hasOldKey()) return
  const changed = (await sealAnew(systemScope())).filter(({ before }) => before > 0)
  for (const { name, before } of changed) log().info({ column: name, texts: before }, 'sealed with the new APP_KEY')
}

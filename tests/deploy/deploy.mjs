import { ensureBuild } from '../../scripts/build.mjs'
import { checkIn, runInRoots } from '../../scripts/debian-root.mjs'
import { Trouble } from '../../scripts/processes.mjs'
import { checkImage } from './image.mjs'
import { checkProxy } from './proxied.mjs'
import { checkUnits } from './units.mjs'

/* Started by `npm run test:deploy` with the folder of its certificate; ends with one line of counts. */

const [folder, ...asked] = process.argv.slice(2)
const counts = { passed: 0, failed: 0 }
const check = checkIn(counts)
const parts = { nginx: checkProxy, image: checkImage, systemd: checkUnits }

await runInRoots(counts, async () => {
  const build = process.env.SHALA_BUILD_DIR ?? (await ensureBuild())
  const unknown = asked.find((name) => !(name in parts))
  if (unknown) throw new Trouble(`There is no part "${unknown}"; there are: ${Object.keys(parts).join(', ')}.`)
  for (const [name, work] of Object.entries(parts)) {
    if (asked.length > 0 && !asked.includes(name)) continue
    await work({ check, folder, build })
  }
})

import { closeDatabase } from '~/database/database.server'
import { takeFactorAway } from '~/models/accounts/second-factor.server'
import { findSignIn } from '~/models/accounts/staff-queries.server'
import { schoolScope, systemActor, systemScope } from '~/models/shared/scope.server'

/*
 * `npm run remove-second-factor -- owner@school.in`: takes the second factor of a staff user away, whose phone is lost and who has no
 * colleague to do it. The person is signed out everywhere and told by mail, which the worker sends.
 */
const email = process.argv[2] ?? ''
const found = await findSignIn(systemScope(), email)
const outcome = found && (await takeFactorAway(schoolScope(found.schoolId, systemActor), found.publicId))

if (outcome?.ok) console.log(`${email} signs in with the password alone from now on, and is told so by mail.`)
else {
  console.error(
    outcome ? `${email} has no second factor.` : 'Say whose: npm run remove-second-factor -- owner@school.in',
  )
  process.exitCode = 1
}
await closeDatabase()

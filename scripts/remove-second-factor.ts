import { closeDatabase } from '~/database/database.server'
import { schoolScope, systemActor, systemScope } from '~/models/core/shared/scope.server'
import { takeFactorAway } from '~/models/people/accounts/second-factor/second-factor.server'
import { findSignIn } from '~/models/people/accounts/staff/staff-queries.server'
import { runMain, Trouble } from './processes.mjs'

/*
 * `npm run remove-second-factor -- owner@school.in`: removes the second factor of a staff user who lost the phone and
 * has no colleague to remove it. Signs the user out everywhere and notifies them by mail, which the worker sends.
 */
const email = process.argv[2] ?? ''
await runMain(async () => {
  const signIn = await findSignIn(systemScope(), email)
  const outcome = signIn && (await takeFactorAway(schoolScope(signIn.schoolId, systemActor), signIn.publicId))
  if (!outcome) throw new Trouble('Name the user: npm run remove-second-factor -- owner@school.in')
  if (!outcome.ok) throw new Trouble(`${email} has no second factor.`)
  console.log(`${email} now signs in with the password only, and is notified by mail.`)
})
await closeDatabase()

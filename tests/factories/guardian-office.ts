import { makeBatch } from '~/models/people/guardians/batches.server'
import { listChildrenOf } from '~/models/people/guardians/links.server'
import { listProposals } from '~/models/people/guardians/propose.server'
import { linkGuardian, makeGuardian, makeGuardianAccount } from './guardians'
import { unique } from './insert'
import type { MadeSchool } from './school'
import { makeStudent } from './student'

export type GuardianOfficeThings = Awaited<ReturnType<typeof makeGuardianOfficeThings>>

/**
 * Creates a guardian with two children (the link to one may be removed), a guardian without children who may be
 * deleted, a guardian with an account, a batch that can be undone, and mobile numbers that still yield a proposal.
 */
export async function makeGuardianOfficeThings(school: MadeSchool) {
  const children = [await makeStudent(school), await makeStudent(school), await makeStudent(school)] as const
  const guardian = await makeGuardian(school, {
    name: 'Kirit Shah',
    mobileNumber: '9825077001',
    email: `kirit.${unique()}@home.test`,
  })
  for (const child of children.slice(0, 2)) await linkGuardian(guardian, child, { relation: 'guardian' })
  const [first, second] = await listChildrenOf(school.scope, guardian.id)
  const spare = await makeGuardian(school, { name: 'Nita Shah' })
  const account = await makeGuardianAccount({ name: 'Hemant Shah', password: null })
  const activated = await makeGuardian(school, { name: 'Hemant Shah', accountId: account.id })
  const [proposal] = (await listProposals(school.scope)).proposals.filter(({ doubt }) => doubt === null)
  const made = await makeBatch(school.scope, unique(), { keys: [proposal?.key ?? ''] })
  if (!made.ok || !first || !second) throw new Error('no guardians')
  return {
    guardian: guardian.publicId,
    spare: spare.publicId,
    activated: activated.publicId,
    link: first.publicId,
    spareLink: second.publicId,
    batch: made.value,
    /** Student not yet linked to the guardian. */
    other: children[2].enrollmentNumber,
  }
}

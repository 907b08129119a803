import { saveSiblingRule } from '~/models/money/fees/sibling-rule.server'
import { guardians } from '~/models/people/guardians/guardians.server'
import { addChild } from '~/models/people/guardians/links.server'
import { unique } from './insert'
import type { MadeStaff } from './school'
import type { MadeStudent } from './student'

const rights = { position: 1, maySee: true, mayPay: true, isTold: true, note: null }

/**
 * Creates the guardians of the demo office: a mother linked to her child, a grandfather with a wrong number, and a
 * father without any rights by court order; the records yield proposals for other guardians. The sibling rule is set,
 * and its effects wait for review.
 */
export async function makeDemoGuardianOffice(
  { scope }: MadeStaff,
  { cared, apart }: { cared: MadeStudent; apart: MadeStudent },
): Promise<void> {
  const make = async (name: string, mobileNumber: string, mobileState: 'proved' | 'wrong' = 'proved') => {
    const typed = { name, mobileNumber, mobileState, email: null, emailState: 'unproved' as const, language: null }
    const made = await guardians.create(scope, unique(), typed)
    if (!made.ok) throw new Error('The demo has guardians of its own')
    return made.value
  }
  const link = (guardian: string, child: MadeStudent, more: Partial<Parameters<typeof addChild>[3]>) =>
    addChild(scope, guardian, child.publicId, { ...rights, relation: 'other', ...more })
  await link(await make(cared.motherName, '9825055501'), cared, { relation: 'mother' })
  await link(await make('Govind Kumar', '9825055502', 'wrong'), cared, {
    relation: 'grandparent',
    position: 2,
    mayPay: false,
  })
  await link(await make(apart.fatherName, '9825055503'), apart, {
    relation: 'father',
    maySee: false,
    mayPay: false,
    isTold: false,
    note: 'Order of the family court, 12 March 2026',
  })
  await saveSiblingRule(scope, 0, {
    isOn: true,
    secondPercent: 10_00,
    thirdPercent: 25_00,
    furtherPercent: null,
    orderBy: 'admission',
    families: 'guardians',
    fee: null,
  })
}

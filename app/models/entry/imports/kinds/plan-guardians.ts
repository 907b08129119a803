import type { GuardianRelation } from '~/models/people/guardians/options'
import { type Doubt, maxChildrenOfNumber } from '~/models/people/guardians/propose-rules'
import { areWordsAlike, wordsOfName } from '~/models/people/students/name-likeness'
import { foldKey } from '../values/cells'
import { type Problem, rejectedFor, type Verdict } from './port'

interface Child {
  id: number
  name: string
}

/** A guardian recorded at the school, or a new one from the file (`publicId` null). */
export interface KnownGuardian {
  publicId: string | null
  name: string
  mobile: string | null
  email: string | null
  isWrong: boolean
  /** True when the guardian lacks a right for some child, or is blocked. */
  isRestricted: boolean
  children: Array<Child & { relation: GuardianRelation }>
}

export interface GuardianRow {
  line: number
  child: Child
  name: string
  relation: GuardianRelation
  mobile: string | null
  email: string | null
}

export interface PlannedLink {
  line: number
  guardian: KnownGuardian
  child: Child
  relation: GuardianRelation
  doubt: Doubt | null
}

interface PlannedGuardians {
  /** One per row, in the order of the rows. */
  verdicts: Verdict[]
  links: PlannedLink[]
}

const doubtMessages: Record<Doubt, string> = {
  restricted:
    'A guardian with this mobile number or e-mail lacks rights for a child, so no rights are given. Check and give them on the guardian’s page',
  'marked-wrong': 'This mobile number or e-mail is marked as wrong, so messages stay off',
  'known-otherwise':
    'Another guardian has this mobile number or e-mail, so messages stay off. Check and turn them on at the guardian’s page',
  'different-names':
    'Guardians of other children have this mobile number under other names, so messages stay off. Check and turn them on at the guardian’s page',
}

const alike = (one: string, other: string) =>
  foldKey(one) === foldKey(other) || areWordsAlike(wordsOfName(one), wordsOfName(other))

type Contact = { mobile: string | null; email: string | null }
const contactsOf = ({ mobile, email }: Contact) => [mobile ?? '', foldKey(email ?? '')].filter(Boolean)
const sharesContact = (one: Contact, other: Contact) => {
  const contacts = contactsOf(other)
  return contactsOf(one).some((contact) => contacts.includes(contact))
}
/** True when both have a mobile number, or both have an e-mail, and they share neither. */
const contradicts = (one: Contact, other: Contact) =>
  ((one.mobile !== null && other.mobile !== null) || (one.email !== null && other.email !== null)) &&
  !sharesContact(one, other)

/**
 * Plans guardians and their links to children. Rows with the same mobile number or e-mail and a similar name mean one
 * guardian of several children. Adds guardians and links, and changes no existing ones: the verdict lists differences.
 */
export function planGuardians(rows: readonly GuardianRow[], known: readonly KnownGuardian[]): PlannedGuardians {
  const byContact = new Map<string, KnownGuardian[]>()
  const byChild = new Map<number, Array<{ guardian: KnownGuardian; relation: GuardianRelation; line: number | null }>>()
  const addContacts = (guardian: KnownGuardian) => {
    for (const contact of contactsOf(guardian)) listOf(byContact, contact).push(guardian)
  }
  const addChild = (child: Child, guardian: KnownGuardian, relation: GuardianRelation, line: number | null) =>
    listOf(byChild, child.id).push({ guardian, relation, line })
  for (const guardian of known) {
    addContacts(guardian)
    for (const child of guardian.children) addChild(child, guardian, child.relation, null)
  }
  const crowded = crowdedContacts(rows, known)
  const otherNames = mobilesOfFamilies(rows)
  const links: PlannedLink[] = []

  const assess = (row: GuardianRow): Verdict => {
    const { line, child, name, relation, mobile } = row
    if (contactsOf(row).some((contact) => crowded.has(contact)))
      return rejected(null, `More than ${maxChildrenOfNumber} children have this mobile number or e-mail`)
    const own = byChild.get(child.id) ?? []
    const same = own.find(
      ({ guardian, relation: other }) =>
        alike(guardian.name, name) && (other === relation || !contradicts(guardian, row)),
    )
    if (same?.line) return rejected(null, `Line ${same.line} has the same guardian for this child`)
    if (same) return { outcome: 'unchanged', problems: differences(row, same.guardian, same.relation), changes: [] }
    if (own.length >= maxGuardians) return rejected(null, `This child has ${maxGuardians} guardians already`)
    const taken = relation === 'father' || relation === 'mother' ? own.find((one) => one.relation === relation) : null
    if (taken) return rejected('Relation', `${taken.guardian.name} is recorded as the ${relation} of this child`)

    const holders = [...new Set(contactsOf(row).flatMap((contact) => byContact.get(contact) ?? []))]
    const likely = holders.filter((one) => alike(one.name, name))
    const exact = likely.filter((one) => foldKey(one.name) === foldKey(name))
    const [found, ...more] = exact.length > 0 ? exact : likely
    if (found && more.length > 0)
      return rejected('Guardian’s name', `This may be ${[found, ...more].map((one) => one.name).join(' or ')}`)
    const doubt = doubtOf(holders, found, mobile !== null && otherNames.has(mobile))
    const guardian = found ?? newGuardian(row)
    if (!found) addContacts(guardian)
    const siblings = guardian.children.map((one) => one.name)
    guardian.children.push({ ...child, relation })
    addChild(child, guardian, relation, line)
    links.push({ line, guardian, child, relation, doubt })
    const differing = found && found.publicId !== null ? differences(row, found, relation) : []
    return {
      outcome: 'new',
      problems: [
        ...siblingNote(siblings),
        ...(doubt ? [{ column: null, message: doubtMessages[doubt] }] : []),
        ...differing,
      ],
      changes: [],
    }
  }
  return { verdicts: rows.map(assess), links }
}

const maxGuardians = 10

function listOf<Key, Item>(lists: Map<Key, Item[]>, key: Key): Item[] {
  const list = lists.get(key) ?? []
  lists.set(key, list)
  return list
}

const rejected = (column: string | null, message: string) => rejectedFor([{ column, message }])

const newGuardian = ({ name, mobile, email }: GuardianRow): KnownGuardian => ({
  ...{ publicId: null, name, mobile, email },
  ...{ isWrong: false, isRestricted: false, children: [] },
})

/**
 * Returns the doubt about a row, or null. A recorded guardian with the row's contact causes a doubt when restricted or
 * marked as wrong, even under another name, because the row may mean that person.
 */
function doubtOf(holders: readonly KnownGuardian[], found: KnownGuardian | undefined, hasOtherNames: boolean) {
  const stored = holders.filter(({ publicId }) => publicId !== null)
  if (stored.some(({ isRestricted }) => isRestricted)) return 'restricted'
  if (stored.some(({ isWrong }) => isWrong)) return 'marked-wrong'
  if (hasOtherNames) return 'different-names'
  return stored.length > 0 && !found ? 'known-otherwise' : null
}

const maxSiblings = 3

/** Note that names the guardian's other children, who become siblings of the child in the row. */
function siblingNote(siblings: readonly string[]): Problem[] {
  if (siblings.length === 0) return []
  const names = siblings.slice(0, maxSiblings).join(', ')
  const more = siblings.length > maxSiblings ? ` and ${siblings.length - maxSiblings} more` : ''
  return [{ column: null, message: `Also the guardian of ${names}${more}` }]
}

/** Differences between the file and the recorded guardian; the record stays. */
function differences(row: GuardianRow, guardian: KnownGuardian, relation: GuardianRelation): Problem[] {
  const differenceIn = (column: string, recorded: string | null, value: string): Problem => ({
    column,
    message: `Recorded: ${recorded ?? 'none'}, which stays. Change it on the guardian’s page`,
    value,
  })
  return [
    ...(row.relation === relation ? [] : [differenceIn('Relation', relation, row.relation)]),
    ...(row.mobile === null || row.mobile === guardian.mobile
      ? []
      : [differenceIn('Mobile number', guardian.mobile, row.mobile)]),
    ...(row.email === null || foldKey(row.email) === foldKey(guardian.email ?? '')
      ? []
      : [differenceIn('E-mail', guardian.email, row.email)]),
  ]
}

/** Contacts shared by more children than one family has, such as the school's own number or a placeholder. */
function crowdedContacts(rows: readonly GuardianRow[], known: readonly KnownGuardian[]): Set<string> {
  const children = new Map<string, Set<number>>()
  const add = (guardian: Contact, ids: readonly number[]) => {
    for (const contact of contactsOf(guardian)) {
      const some = children.get(contact) ?? new Set()
      for (const id of ids) some.add(id)
      children.set(contact, some)
    }
  }
  for (const row of rows) add(row, [row.child.id])
  for (const guardian of known)
    add(
      guardian,
      guardian.children.map(({ id }) => id),
    )
  return new Set([...children].flatMap(([contact, ids]) => (ids.size > maxChildrenOfNumber ? [contact] : [])))
}

/** Mobile numbers of guardians with different names and no common child in the file; perhaps reassigned or mistyped. */
function mobilesOfFamilies(rows: readonly GuardianRow[]): Set<string> {
  const groups = new Map<string, Array<{ name: string; children: Set<number> }>>()
  for (const { mobile, name, child } of rows) {
    if (mobile === null) continue
    const families = listOf(groups, mobile)
    const family = families.find((one) => alike(one.name, name) || one.children.has(child.id))
    if (family) family.children.add(child.id)
    // Stops counting above the limit: a number with more names is refused as crowded.
    else if (families.length <= maxChildrenOfNumber) families.push({ name, children: new Set([child.id]) })
  }
  return new Set([...groups].flatMap(([mobile, families]) => (families.length > 1 ? [mobile] : [])))
}

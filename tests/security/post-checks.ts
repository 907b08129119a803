import { execute } from '~/database/database.server'
import type { Answer, Call } from '../factories/app'
import { isDeep, isInnerDue, seedOf } from '../setup/rotation'
import { auditEntriesByRoute, entriesAfter, newestEntry } from './audited'
import { type BadBody, fieldBodies, formBody, fourByteBodies, unfilledBodies, unreadableBodies } from './bad-bodies'
import { addressFor, rightfulActor, verdictOfPolicy } from './expectations'
import { foundBodies } from './found-bodies'
import type { House } from './house'
import { type Kept, keepContent } from './kept'
import { type Markers, type Owner, ownersOfIds } from './markers'
import { addressOf, agrees, type Declared, describeAnswer } from './matrix'
import { idsIn, mixedAddresses, strangeBodies } from './others'
import { type Role, roles } from './permissions'
import type { RoutePolicy } from './policy'
import { changedTables, draftTables, fingerprintOf } from './stored'
import type { Actor, Things, World } from './world'

/**
 * Number of random bodies with a malformed field that an action gets. One third of the actions gets more than the
 * others, a different third in each run. BAD_BODIES=1000 is for a long run.
 */
const randomBodyCount = (id: string) => Number(process.env.BAD_BODIES ?? (isDeep ? 40 : isInnerDue(id, 3) ? 20 : 4))

const isStaff = (actor: Actor): actor is Role => (roles as readonly Actor[]).includes(actor)

/** Data that the checks record before any post. */
interface StartData {
  owners: Markers
  newestEntryId: number
  copy: Kept
  fingerprint: string
}

/** Response to one post, with the tables that it changed and its new audit entries. */
interface SentPost {
  answer: Answer
  changed: string[]
  entries: string[]
}

/** Sends the posts of the tests, each from the same data, and returns the errors of the responses as texts. */
export class PostChecks {
  readonly house: House
  readonly world: World
  /** Owner of each id in the data. */
  private readonly owners: Markers
  /** Id of the newest audit entry before any post. */
  private readonly newestEntryId: number
  /** Copy of the data from which each post starts, and its fingerprint. */
  private copy: Kept
  private fingerprint: string

  private constructor(opened: Pick<PostChecks, 'house' | 'world'>, data: StartData) {
    this.house = opened.house
    this.world = opened.world
    this.owners = data.owners
    this.newestEntryId = data.newestEntryId
    this.copy = data.copy
    this.fingerprint = data.fingerprint
  }

  static async open(house: House, world: World): Promise<PostChecks> {
    const copy = await keepContent()
    const fingerprint = await fingerprintOf(house)
    const newestEntryId = await newestEntry()
    return new PostChecks({ house, world }, { owners: await ownersOfIds(world), newestEntryId, copy, fingerprint })
  }

  close(): Promise<void> {
    return this.copy.close()
  }

  /** Restores what every request may change, such as the limits on attempts. */
  restoreLimits(): Promise<void> {
    return this.copy.restore([])
  }

  /** Restores all changed data, and returns the names of the changed tables. */
  async restoreChanges(): Promise<string[]> {
    const changed = changedTables(this.fingerprint, await fingerprintOf(this.house))
    await this.copy.restore(changed)
    return changed
  }

  /** Runs `work` with posts that start from data changed by `change`; restores the original data afterwards. */
  async withChangedData(change: () => Promise<void>, work: () => Promise<void>): Promise<void> {
    const original = { copy: this.copy, fingerprint: this.fingerprint }
    await change()
    this.copy = await keepContent()
    this.fingerprint = await fingerprintOf(this.house)
    await work()
    await this.copy.close()
    const changed = changedTables(original.fingerprint, this.fingerprint)
    this.copy = original.copy
    this.fingerprint = original.fingerprint
    await this.copy.restore(changed)
  }

  /** Sends one body, returns the changed tables and new audit entries, and restores the data. */
  async send(address: string, actor: Actor, call: Call): Promise<SentPost> {
    const answer = await this.house.app.request(address, { cookie: this.world.cookies[actor], ...call })
    const changed = changedTables(this.fingerprint, await fingerprintOf(this.house))
    const entries = changed.includes('audit_entries') ? await entriesAfter(this.newestEntryId) : []
    // After a redirect to sign in, restores the session, because this body may have ended it.
    if (changed.length > 0 || /\/login/.test(answer.headers.location ?? '')) await this.copy.restore(changed)
    return { answer, changed, entries }
  }

  /** Returns the fields of a valid body of an action with the resources of `things`. */
  bodyOf(policy: RoutePolicy, things: Things): Array<[string, string]> {
    return Object.entries(policy.body?.(things, this.world) ?? {})
  }

  /** Moves the teacher from the student's section to another section of the class. */
  async moveTeacher(): Promise<void> {
    await execute(
      `UPDATE sections s JOIN teachers t ON t.staff_user_id = :id
       SET s.class_teacher_id = IF(s.public_id = :section, t.id, NULL)
       WHERE s.public_id = :section OR s.class_teacher_id = t.id`,
      { section: this.world.own.spare.section, id: this.world.staff.teacher.id },
    )
  }

  /** Sends a valid body as an allowed actor; returns the errors of the response. */
  async errorsOfValidPost({ route, policy }: Declared, actor: Actor): Promise<string[]> {
    const address = addressFor(actor, policy, this.world.own, this.world)
    const form = new URLSearchParams(this.bodyOf(policy, this.world.own))
    const { answer, changed, entries } = await this.send(address, actor, { form })
    const summary = `POST ${address} as ${actor}: ${describeAnswer(answer)}`
    if (answer.status >= 400) return [`${summary}\n${messagesIn(answer.text)}`]
    if (actor !== 'anonymous' && /\/login$/.test(addressOf(answer) ?? '')) return [`${summary}: signed out`]
    const stored = changed.length > 0
    if (stored === Boolean(policy.storesNothing))
      return [`${summary}: ${stored ? 'stored something' : 'stored nothing'}`]
    const expected = [policy.audits ?? auditEntriesByRoute[route.id] ?? []].flat().sort().join('; ')
    if (entries.join('; ') !== expected)
      return [`${summary}: the audit log says [${entries.join('; ')}], not [${expected}]`]
    const isAudited = changed.includes('audit_entries')
    if (!isStaff(actor) || !stored || isAudited !== Boolean(policy.auditsNothing)) return []
    return [
      `${summary}: ${isAudited ? 'is in the audit log after all' : `is not in the audit log; changed ${changed}`}`,
    ]
  }

  /** Sends a valid body as an actor that the policy refuses; returns the errors of the response. */
  async errorsOfRefusedActor(actor: Actor, { policy }: Declared): Promise<string[]> {
    const expected = policy.post === 'nobody' ? 405 : verdictOfPolicy(policy, actor, 'POST', this.world)
    if (expected === 'in') return []
    const address = addressFor(actor, policy, this.world.own, this.world)
    const form = new URLSearchParams(this.bodyOf(policy, this.world.own))
    const answer = await this.house.app.request(address, { form, cookie: this.world.cookies[actor] })
    // A refused reference in the body may also be shown as an error of its field.
    if (agrees(answer, expected) || (expected === 404 && answer.status === 422)) return []
    return [`POST ${address} as ${actor}: ${describeAnswer(answer)}, not ${expected}`]
  }

  /** Returns the id of a resource of the same table as `id` that belongs to one of `others`. */
  private findSameKind(id: string, others: readonly Owner[]): string | undefined {
    const table = this.owners.get(id)?.table
    return [...this.owners].find(([, mark]) => mark.table === table && others.includes(mark.owner))?.[0]
  }

  /** Returns true for the id of a resource of the student or of a guardian. */
  private isPersonal(id: string): boolean {
    const mark = this.owners.get(id)
    return mark !== undefined && (mark.owner === 'student' || /guardian/.test(mark.table))
  }

  /** Returns bodies that refer to another school, family or guardian. */
  private strangeBodiesOf(policy: RoutePolicy, actor: Actor) {
    const right = this.bodyOf(policy, this.world.own)
    const isFamily = actor === 'student' || actor === 'guardian'
    // The office may write to any family, but at a student's address only about that student's resources.
    const addressIds = idsIn(policy.at(this.world.own).split('?')[0] ?? '')
    const isOfOneFamily = isFamily || addressIds.some((id) => this.isPersonal(id))
    return strangeBodies(right, [
      {
        whose: 'of another school',
        fields: this.bodyOf(policy, this.world.foreign),
        like: (id) => this.findSameKind(id, ['foreign student', 'foreign school']),
        isTried: (id) => this.owners.has(id),
      },
      {
        whose: 'of another family',
        fields: this.bodyOf(policy, this.world.classmate),
        like: (id) => this.findSameKind(id, ['classmate']),
        isTried: (id) => isOfOneFamily && this.isPersonal(id),
      },
    ])
  }

  /** Returns the errors of one action's responses to bodies and addresses with other owners' resources. */
  async errorsOfOthersResources({ route, policy }: Declared, actor: Actor): Promise<string[]> {
    const errors: string[] = []
    const address = addressFor(actor, policy, this.world.own, this.world)
    const addErrors = (about: string, { answer, changed }: SentPost) => {
      const stored = changed.filter((name) => !draftTables.includes(name))
      const summary = `${route.id} as ${actor}: ${about}: ${describeAnswer(answer)}`
      if (answer.status >= 500 || isRefusedAsDone(answer, policy)) errors.push(summary)
      if (stored.length > 0) errors.push(`${summary}, stored ${stored}`)
    }
    for (const { about, form } of this.strangeBodiesOf(policy, actor)) {
      if (policy.ignoresOthers?.[about.replace(/ is of another \w+/, '')]) continue
      addErrors(`${about} (${form})`.slice(0, 400), await this.send(address, actor, { form }))
    }
    for (const mixed of mixedAddresses(policy, this.world)) {
      const form = new URLSearchParams(this.bodyOf(policy, this.world.own))
      addErrors(`at ${mixed}`, await this.send(mixed, actor, { form }))
    }
    return errors
  }

  /** Returns the errors of one action's responses to bad bodies. */
  async errorsOfBadBodies(
    { route: { id }, policy }: Declared,
    bodies: readonly BadBody[],
    step: (what: string) => void,
  ): Promise<string[]> {
    const actor = rightfulActor(policy.post ?? 'everyone')
    const post = ({ body, contentType }: BadBody) =>
      this.send(policy.at(this.world.own), actor, {
        method: 'POST',
        body,
        headers: {
          origin: this.house.app.url,
          'sec-fetch-site': 'same-origin',
          ...(contentType === undefined ? {} : { 'content-type': contentType }),
        },
      })
    // Resets the limits on attempts.
    await this.copy.restore([])
    const allowedTables = new Set(draftTables)
    if (policy.notAcceptedBecause) {
      // Such an action refuses even a valid body, but may store the attempt: a payment that did not reach the provider.
      const { changed } = await post(formBody('right', this.bodyOf(policy, this.world.own)))
      for (const name of changed) allowedTables.add(name)
    }
    const errors: string[] = []
    for (const bad of bodies) {
      const { answer, changed } = await post(bad)
      step(`${id}: ${bad.about}`)
      const addError = (what: string) =>
        errors.push(`${id}: ${bad.about}: ${what} (${bad.body.toString().slice(0, 120)})`)
      if (answer.status >= 500) addError(`${answer.status}`)
      if (isRefusedAsDone(answer, policy)) addError('refused with 200')
      const stored = changed.filter((name) => !allowedTables.has(name))
      if (answer.status >= 400 && answer.status < 500 && stored.length > 0)
        addError(`${answer.status}, but stored: ${stored}`)
    }
    return errors
  }

  /** Returns the bodies that every run sends to an action: those of an empty form, and those it once failed on. */
  usualBadBodiesOf({ route: { id }, policy }: Declared): BadBody[] {
    const right = Object.fromEntries(this.bodyOf(policy, this.world.own))
    return [...unfilledBodies(right), ...(foundBodies[id]?.(right) ?? [])]
  }

  /** Returns the malformed bodies for an action in this run. */
  badBodiesOf({ route: { id }, policy }: Declared): BadBody[] {
    const right = Object.fromEntries(this.bodyOf(policy, this.world.own))
    const hasFields = Object.keys(right).length > 0
    return [
      ...fourByteBodies(right),
      // All actions share the parser of these bodies, so each action gets only a third of them.
      ...unreadableBodies(right).filter(({ about }) => isInnerDue(`${id} ${about}`, 3)),
      // A form without fields needs fewer of these.
      ...fieldBodies(right, hasFields ? randomBodyCount(id) : Math.ceil(randomBodyCount(id) / 5), seedOf(id)),
    ]
  }
}

/**
 * Returns true for a refusal that looks like success to a browser: the form again with status 200. Always false for an
 * action that also answers a valid body this way (`storesNothing`, a multi-step form, or `showsOnce`).
 */
function isRefusedAsDone(answer: Answer, policy: RoutePolicy): boolean {
  if (policy.showsOnce || policy.storesNothing) return false
  return answer.status === 200 && (answer.headers['content-type'] ?? '').includes('text/html')
}

function messagesIn(html: string): string {
  const errors = html.match(/class="[^"]*error[^"]*"[^>]*>.*?<\//gs) ?? []
  return errors.slice(0, 5).join('\n')
}

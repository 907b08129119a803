import { beforeAll, describe, expect, it } from 'vitest'
import { countQueries, execute } from '~/database/database.server'
import type { StudentScope } from '~/models/core/shared/scope.server'
import { makeAcademicSession, makeClass, makeSection } from '../../../../tests/factories/academics'
import { makeStudents } from '../../../../tests/factories/exams'
import { insert } from '../../../../tests/factories/insert'
import { readRows } from '../../../../tests/factories/read'
import { makeScheme } from '../../../../tests/factories/report-cards'
import { giveMarks, makeExamWithPapers } from '../../../../tests/factories/results'
import { makeSchool } from '../../../../tests/factories/school'
import { entryRows, saveEntries } from './entries.server'
import { findOwnCard, listCardsOf, listOwnCards } from './own-cards.server'
import {
  findWithdrawn,
  listCards,
  listPublished,
  listWithdrawn,
  publishCards,
  releaseCards,
  withdrawCards,
  withholdCards,
} from './publish-cards.server'
import { nextRemarkCode, remarkSentences, remarks } from './remarks.server'
import { type Scheme, withKeys } from './scheme-options'
import { schemeSchema, shownScheme } from './scheme-schema.server'
import {
  createScheme,
  deleteScheme,
  examsOfScheme,
  findRevision,
  findScheme,
  findSchemeAndSections,
  listSchemes,
  mapExams,
  updateScheme,
} from './schemes.server'

const found = <Value>(value: Value | null | undefined): Value => {
  if (value === null || value === undefined) throw new Error('not there')
  return value
}

async function makeWorld(size = 3) {
  const school = await makeSchool()
  const { scope } = school
  const session = await makeAcademicSession(school, { startYear: 2026, isCurrent: true })
  const seven = await makeClass(school, { name: 'Class 7', position: 7 })
  await makeClass(school, { name: 'Class 8', position: 8 })
  const section = await makeSection(seven)
  const students = await makeStudents({ school, session, class: seven, section }, size)
  const scheme = await makeScheme(school, { session, classes: [seven] })
  const terms = ['c1', 'c7'].map((key, index) => ({ key, name: index === 0 ? 'Tests 1' : 'Tests 2' }))
  const exams = await Promise.all(
    terms.map(({ name }) => makeExamWithPapers(school, { session, class: seven, name, papers: [{ maxMarks: 50 }] })),
  )
  // Makes both papers belong to one subject.
  const [hindi, again] = exams.flatMap(({ papers }) => papers.map(({ id }) => id))
  await execute(
    'UPDATE exam_papers p JOIN exam_papers q ON q.id = :hindi SET p.subject_id = q.subject_id WHERE p.id = :again',
    { hindi: hindi ?? 0, again: again ?? 0 },
  )
  await execute(
    "UPDATE subjects j JOIN exam_papers p ON p.subject_id = j.id SET j.name = 'Hindi' WHERE p.id = :hindi",
    { hindi: hindi ?? 0 },
  )
  const at = { section: { id: section.id, name: 'Class 7 – A' } }
  const record = async () => found(await findScheme(scope, scheme.publicId))
  const map = () =>
    mapExams(scope, scheme.publicId, new Map(exams.map((exam, index) => [exam.publicId, terms[index]?.key ?? ''])))
  const enter = (
    typed: { grades?: string[]; codes?: string; remark?: string; version?: number },
    student = students[0],
  ) =>
    saveEntries(scope, {
      scheme: scheme.publicId,
      section: at.section,
      termKey: 't1',
      sessionId: session.id,
      rows: [
        {
          enrollment: student?.publicId ?? '',
          grades: graded(typed.grades ?? []),
          codes: typed.codes ?? '',
          remark: typed.remark ?? '',
          version: typed.version ?? 0,
        },
      ],
    })
  const give = (exam: number, marks: Parameters<typeof giveMarks>[3], student = 0) => {
    const one = found(students[student])
    return giveMarks(found(exams[exam]), { id: one.studentId }, { id: one.enrollmentId }, marks)
  }
  return { school, scope, session, seven, section, students, scheme, exams, at, record, map, enter, give }
}

/** Grades of the template's four areas. */
const graded = (letters: readonly string[]) =>
  Object.fromEntries(letters.map((letter, index) => [`a${index + 1}`, letter]))

/** Student scope as a session would create it. */
const studentScope = (scope: { schoolId: number }, studentId: number) =>
  ({ ...scope, studentId, actor: { kind: 'student', id: studentId, name: 'Asha' } }) as unknown as StudentScope

describe('a scheme', () => {
  it('is created once from a template, is refused for a class that has one, and appears in the list', async () => {
    const { scope, session, seven, scheme } = await makeWorld()
    const values = { name: 'Middle school', academicSession: session.publicId, template: 'cbse-6-8' as const }
    const clash = await createScheme(scope, 'key-of-a-form', { ...values, classes: [seven.publicId] })
    expect(clash).toEqual({ ok: false, reason: 'class-taken' })
    const one = await createScheme(scope, 'key-of-a-form', { ...values, classes: [] })
    expect(await createScheme(scope, 'key-of-a-form', { ...values, classes: [] })).toEqual(one)
    expect(await createScheme(scope, 'another-key-x', { ...values, classes: [] })).toMatchObject({
      reason: 'name-taken',
    })
    expect(
      await createScheme(scope, 'another-key-y', { ...values, name: 'X', classes: ['222222222222'] }),
    ).toMatchObject({ reason: 'no-such-class' })
    const query = {
      sort: 'newest' as const,
      descending: false,
      page: 1,
      pageSize: 20,
      search: '',
      filters: { session: '' },
    }
    const all = await listSchemes(scope, query, { role: 'owner', staffId: 0 })
    expect(all.rows.map(({ name, cards }) => [name, cards])).toEqual([
      ['Middle school', 0],
      [scheme.name, 0],
    ])
    expect((await listSchemes(scope, query, { role: 'teacher', staffId: 1 })).rows).toEqual([])
  })

  it('is unchanged after a round trip through its form, and gives new components and areas new keys', async () => {
    const { record } = await makeWorld()
    const { name, classes, definition } = await record()
    const shown = shownScheme({ name, classes, scheme: definition })
    const typed = JSON.parse(JSON.stringify(shown, (_, value) => (value === '' ? undefined : value)))
    expect(withKeys(schemeSchema.parse(typed).scheme, definition)).toEqual(definition)
    typed.terms[0].components[4] = { name: 'Project', max: '20', rule: 'average' }
    typed.areas.splice(1, 1)
    typed.terms[1].components[3] = { name: 'Practical', max: '80', rule: 'sum' }
    const scheme = withKeys(schemeSchema.parse(typed).scheme, definition)
    // A component or area without a key, or with one that the stored scheme lacks, gets an unused key.
    expect(scheme.terms[1]?.components[3]?.key).toBe('c14')
    expect(scheme.terms[0]?.components[4]).toEqual({
      key: 'c13',
      name: 'Project',
      max: 20,
      weight: 20,
      rule: 'average',
      best: null,
    })
    expect(scheme.areas.map(({ key }) => key)).toEqual(['a1', 'a3', 'a4'])
    expect(withKeys(scheme, { ...scheme, areas: scheme.areas.slice(0, 2) }).areas.map(({ key }) => key)).toEqual([
      'a1',
      'a3',
      'a5',
    ])
  })

  it.each([
    ['terms', (typed: Typed) => typed.terms.splice(0), 'Enter at least one term'],
    [
      'terms.1.ends_on',
      (typed: Typed) => Object.assign(typed.terms[1] ?? {}, { ends_on: '2026-04-02' }),
      'A term must end after the previous one',
    ],
    [
      'terms.0.components.0.best',
      (typed: Typed) => Object.assign(typed.terms[0]?.components[0] ?? {}, { best: undefined }),
      'Enter how many papers count, from 1 to 9',
    ],
    [
      'terms.0.components.2.max',
      (typed: Typed) => Object.assign(typed.terms[0]?.components[2] ?? {}, { max: '0' }),
      'Enter marks as a number above 0, with at most two decimals',
    ],
    [
      'terms.0.name',
      (typed: Typed) => Object.assign(typed.terms[0]?.components[2] ?? {}, { name: 'NOTEBOOK' }),
      'Each component may be in a term only once',
    ],
    [
      'terms.2.ends_on',
      (typed: Typed) => {
        Object.assign(typed.terms[2] ?? {}, { ...typed.terms[1], name: 'Term 3', ends_on: '2026-05-01' })
        Object.assign(typed.terms, { 0: {} })
      },
      'A term must end after the previous one',
    ],
    [
      'terms.2.name',
      (typed: Typed) => Object.assign(typed.terms[2] ?? {}, { components: typed.terms[1]?.components }),
      'Enter the name of the term, or clear its components too',
    ],
    ['graded_only.0', (typed: Typed) => Object.assign(typed, { graded_only: ['?'] }), 'Select a valid subject'],
    ['bands', (typed: Typed) => typed.bands.pop(), 'The last grade must begin at 0, so that all marks have a grade'],
    ['area_grades', (typed: Typed) => typed.area_grades.splice(0), 'Enter the grades for areas'],
    [
      'pass_percent',
      (typed: Typed) => Object.assign(typed, { pass_percent: '101' }),
      'Enter a whole number from 0 to 100',
    ],
  ])('is refused with an error at the field %s', async (path, spoil, message) => {
    const { record } = await makeWorld(1)
    const { name, definition } = await record()
    const typed: Typed = JSON.parse(
      JSON.stringify(shownScheme({ name, classes: [], scheme: definition }), (_, value) =>
        value === '' ? undefined : value,
      ),
    )
    typed.bands = typed.bands.filter((band) => band.grade)
    spoil(typed)
    const read = schemeSchema.safeParse(typed)
    expect(read.error?.issues.map((issue) => [issue.path.join('.'), issue.message])).toContainEqual([path, message])
  })

  it('keeps the terms, areas and classes in use, refuses a stale save, and is deleted only while unused', async () => {
    const { scope, scheme, record, map, enter, at, session, students } = await makeWorld()
    const { name, classes, definition, version } = await record()
    const values = { name, classes, scheme: definition }
    const without = { ...definition, terms: definition.terms.slice(0, 1) }
    await map()
    expect(await updateScheme(scope, scheme.publicId, version, { ...values, scheme: without })).toMatchObject({
      reason: 'in-use',
    })
    expect(await updateScheme(scope, scheme.publicId, version, { ...values, name: 'Renamed' })).toMatchObject({
      ok: true,
      value: 1,
    })
    expect(await updateScheme(scope, scheme.publicId, version, values)).toMatchObject({ reason: 'changed' })
    expect(
      await mapExams(
        scope,
        scheme.publicId,
        new Map([[(await examsOfScheme(scope, scheme.id))[0]?.publicId ?? '', 'c99']]),
      ),
    ).toMatchObject({ reason: 'no-such-component' })
    await enter({ grades: ['', '', '', 'A'] })
    const { version: now } = await record()
    const less = { ...definition, areas: definition.areas.slice(0, 3) }
    for (const lost of [
      { ...values, scheme: less },
      { ...values, classes: [] },
    ])
      expect(await updateScheme(scope, scheme.publicId, now, lost)).toMatchObject({ reason: 'in-use' })
    const gone = await saveEntries(scope, {
      scheme: scheme.publicId,
      section: at.section,
      termKey: 't1',
      sessionId: session.id,
      rows: [{ enrollment: students[0]?.publicId ?? '', version: 1, grades: { a9: 'A' }, codes: '', remark: '' }],
    })
    expect(gone).toMatchObject({
      value: { saved: 0, rows: [{ problem: expect.stringContaining('areas have changed') }] },
    })
    expect(await deleteScheme(scope, scheme.publicId)).toMatchObject({ reason: 'in-use' })
    await execute('DELETE FROM report_entries WHERE scheme_id = :id', { id: scheme.id })
    expect(await deleteScheme(scope, scheme.publicId)).toMatchObject({ ok: true })
    expect(await findScheme(scope, scheme.publicId)).toBeNull()
  })

  it('accepts changes after a student with entries moved to another class', async () => {
    const { school, scope, scheme, record, enter, students } = await makeWorld()
    await enter({ grades: ['', '', '', 'A'] })
    const nine = await makeClass(school, { name: 'Class 9', position: 9 })
    await execute('UPDATE enrollments SET class_id = :classId, section_id = :sectionId WHERE id = :id', {
      classId: nine.id,
      sectionId: (await makeSection(nine)).id,
      id: found(students[0]).enrollmentId,
    })
    const { classes, definition, version } = await record()
    const values = { name: 'Renamed', classes, scheme: definition }
    expect(await updateScheme(scope, scheme.publicId, version, values)).toMatchObject({ ok: true })
    // The class cannot be removed while other students in it have entries.
    await enter({ grades: ['', '', '', 'B'] }, students[1])
    expect(await updateScheme(scope, scheme.publicId, version + 1, { ...values, classes: [] })).toMatchObject({
      reason: 'in-use',
    })
  })

  it('is invisible to other schools', async () => {
    const { scheme, at } = await makeWorld()
    const other = await makeSchool()
    expect(await findScheme(other.scope, scheme.publicId)).toBeNull()
    for (const refusal of [
      await mapExams(other.scope, scheme.publicId, new Map()),
      await publishCards(other.scope, scheme.publicId, { ...at, termKey: 't1' }, { althoughMissing: true }),
      await deleteScheme(other.scope, scheme.publicId),
    ])
      expect(refusal).toEqual({ ok: false, reason: 'not-found' })
  })
})
type Typed = ReturnType<typeof shownScheme>

describe('grades and remarks', () => {
  it('saves row by row, returns invalid rows as typed, and refuses conflicting saves', async () => {
    const { school, scope, scheme, session, section, enter } = await makeWorld()
    const sentence = { sentence: { en: 'Works with care.', hi: 'ध्यान से काम करते हैं।', gu: 'કાળજીથી કામ કરે છે.' } }
    expect(await nextRemarkCode(scope)).toBe(1)
    expect(await remarks.create(scope, 'key-of-sentence', { code: 3, ...sentence })).toMatchObject({ ok: true })
    expect(await remarks.create(scope, 'key-of-another', { code: 3, ...sentence })).toMatchObject({
      reason: 'code-taken',
    })
    expect(await remarkSentences(scope)).toEqual([{ code: 3, ...sentence }])
    expect(await nextRemarkCode(scope)).toBe(4)
    const long = { sentence: { ...sentence.sentence, gu: 'ગ'.repeat(200) } }
    expect(await remarks.create(scope, 'key-of-a-long-one', { code: 4, ...long })).toMatchObject({ ok: true })

    expect(await enter({ grades: ['a', 'B', '', 'c'], codes: ' 3 ', remark: ' Reads  well ' })).toMatchObject({
      value: {
        saved: 1,
        rows: [{ grades: graded(['A', 'B', '', 'C']), codes: '3', remark: 'Reads well', version: 1, problem: null }],
      },
    })
    const rows = () =>
      entryRows(scope, { schemeId: scheme.id, sessionId: session.id, sectionId: section.id, termKey: 't1' })
    expect((await rows())[0]).toMatchObject({
      grades: { a1: 'A', a2: 'B', a4: 'C' },
      codes: '3',
      remark: 'Reads well',
      version: 1,
    })
    // The same content is not a conflict, even with a stale version.
    expect(await enter({ grades: ['A', 'B', '', 'C'], codes: '3', remark: 'Reads well' })).toMatchObject({
      value: { saved: 0, rows: [{ version: 1, problem: null }] },
    })
    const stale = await enter({ grades: ['C', '', '', ''] })
    expect(stale).toMatchObject({
      value: { saved: 0, rows: [{ version: 1, grades: { a1: 'C' }, problem: expect.stringContaining('A B – C') }] },
    })
    expect(await enter({ grades: ['C', '', '', ''], version: 1 })).toMatchObject({ value: { saved: 1 } })
    for (const [typed, problem] of [
      [{ grades: ['X', '', '', ''] }, 'Work education: the grades are A, B, C'],
      [{ codes: '3 9' }, 'There is no sentence with the number 9'],
      [{ remark: 'x'.repeat(301) }, 'Use at most 300 characters'],
      [{ codes: '4', remark: 'x'.repeat(300) }, 'Sentences and your own words have 501 letters; there is room for 450'],
    ] as const)
      expect(
        await enter({ ...typed, grades: 'grades' in typed ? [...typed.grades] : undefined, version: 2 }),
      ).toMatchObject({ value: { saved: 0, rows: [{ problem }] } })
    const told = await readRows<{ details: string }>(
      "SELECT details FROM audit_entries WHERE school_id = :id AND action = 'report-card.entered' ORDER BY id",
      { id: school.id },
    )
    expect(told).toHaveLength(2)
    expect(told[1]?.details).toContain('A B – C, 3, Reads well → C – – –')
  })

  it('does not validate unchanged rows again, even if their texts now exceed the limit', async () => {
    const { scope, enter } = await makeWorld()
    const words = { sentence: { en: 'Works with care.', hi: 'ध्यान से काम करते हैं।', gu: 'કાળજીથી કામ કરે છે.' } }
    const sentence = await remarks.create(scope, 'key-of-sentence', { code: 3, ...words })
    const typed = { grades: ['A', '', '', ''], codes: '3', remark: 'x'.repeat(300) }
    expect(await enter(typed)).toMatchObject({ value: { saved: 1 } })
    const longer = { code: 3, sentence: { ...words.sentence, en: 'y'.repeat(200) } }
    expect(await remarks.update(scope, sentence.ok ? found(sentence.value) : '', 1, longer)).toMatchObject({ ok: true })
    expect(await enter({ ...typed, version: 1 })).toMatchObject({
      value: { saved: 0, rows: [{ version: 1, problem: null }] },
    })
    expect(await enter({ ...typed, grades: ['B', '', '', ''], version: 1 })).toMatchObject({
      value: { saved: 0, rows: [{ problem: expect.stringContaining('there is room for 450') }] },
    })
    // A number in the remark column is text, not the number of a sentence.
    const moved = await enter({ ...typed, codes: '', remark: '3', version: 1 })
    expect(await enter({ ...typed, codes: '3', remark: '', version: 2 })).toMatchObject({ value: { saved: 1 } })
    expect(moved).toMatchObject({ value: { saved: 1 } })
  })

  it('loses nothing when two teachers concurrently save overlapping parts of a section', async () => {
    const { scope, scheme, at, session, students } = await makeWorld(20)
    const save = (grade: string, from: number) =>
      saveEntries(scope, {
        scheme: scheme.publicId,
        section: at.section,
        termKey: 't1',
        sessionId: session.id,
        rows: students
          .slice(from, from + 12)
          .map(({ publicId }) => ({
            enrollment: publicId,
            version: 0,
            grades: graded([grade]),
            codes: '',
            remark: '',
          })),
      })
    const [one, other] = await Promise.all([save('A', 0), save('B', 8)])
    const saved = [one, other].map((outcome) => (outcome.ok ? outcome.value.saved : 0))
    const back = [one, other]
      .flatMap((outcome) => (outcome.ok ? outcome.value.rows : []))
      .filter(({ problem }) => problem !== null)
    expect(saved.sort()).toEqual([12, 8].sort())
    expect(back).toHaveLength(4)
  })
})

describe('cards', () => {
  let world: Awaited<ReturnType<typeof makeWorld>>
  beforeAll(async () => {
    world = await makeWorld()
    await world.map()
    await world.give(0, [45])
    await world.give(1, [30])
    await world.give(0, ['absent'], 1)
  })

  it('calculates the cards of a section by its scheme, in few statements', async () => {
    const { scope, at, record, students } = world
    const held = (day: string, status: string) =>
      insert('attendance', {
        school_id: scope.schoolId,
        student_id: students[0]?.studentId ?? 0,
        enrollment_id: students[0]?.enrollmentId ?? 0,
        held_on: day,
        status,
        created_at: new Date(),
        updated_at: new Date(),
      })
    await held('2026-07-01', 'present')
    await held('2026-07-02', 'half_day')
    await held('2026-07-03', 'absent')
    await held('2026-12-01', 'late')
    const scheme = await record()
    const read = (reads: 'whole' | 'marks') =>
      countQueries(() => listCards(scope, scheme, { ...at, termKey: 't2' }, reads))
    const {
      value: { cards, unpublished },
      count,
    } = await read('whole')
    expect(count).toBe(7)
    expect([...unpublished].sort()).toEqual(['Tests 1', 'Tests 2'])
    const light = await read('marks')
    expect(light.count).toBe(4)
    expect(light.value.cards.map(({ card, missing }) => [card.subjects, card.year, missing])).toEqual(
      cards.map(({ card, missing }) => [card.subjects, card.year, missing]),
    )
    const [first, second, third] = cards
    expect(first?.card.subjects).toMatchObject([
      {
        name: 'Hindi',
        terms: [
          { marks: 9, outOf: 10, grade: 'A2' },
          { marks: 6, outOf: 10, grade: 'C1' },
        ],
        year: { percent: 75, grade: 'B1' },
      },
    ])
    expect(first?.card.year).toMatchObject({ percent: 75, outcome: 'pass', promotedTo: 'Class 8' })
    expect(first?.card.terms.map(({ attendance }) => attendance)).toEqual([
      { present: 1.5, days: 3 },
      { present: 1, days: 1 },
    ])
    expect(second?.card.year).toMatchObject({ percent: null, outcome: 'waiting', promotedTo: null })
    expect(second?.missing).toMatchObject({ subjects: ['Hindi'], isEmpty: false })
    expect(third?.missing.isEmpty).toBe(true)
    // Only one component per term has an exam, so the other components are listed as missing.
    expect(first?.missing.papers).toContain('Term 2, Yearly examination')
    // Cards up to the first term include one term and no yearly result.
    const { cards: early } = await listCards(scope, scheme, { ...at, termKey: 't1' }, 'marks')
    expect(early.map(({ card }) => [card.isWhole, card.terms.length])).toEqual([
      [false, 1],
      [false, 1],
      [false, 1],
    ])
    expect(early[1]?.card.subjects[0]?.terms[0]).toMatchObject({
      marks: 0,
      cells: [{ state: 'absent', marks: 0 }, { state: 'none' }, { state: 'none' }, { state: 'none' }],
    })
    const { value: opened, count: asked } = await countQueries(() =>
      findSchemeAndSections(scope, scheme.publicId, { role: 'office', staffId: 0 }),
    )
    expect(asked).toBe(1)
    expect(opened?.definition).toEqual(scheme.definition)
    expect(opened?.sections).toEqual([{ ...at.section, publicId: world.section.publicId, students: 3, published: 0 }])
  })

  it('publishes cards as calculated, keeps them unchanged when their data changes, and hides withdrawn ones', async () => {
    const { scope, at, record, scheme, students, exams } = world
    const publish = (althoughMissing: boolean) =>
      publishCards(scope, scheme.publicId, { ...at, termKey: 't1' }, { althoughMissing })
    expect(await publish(false)).toEqual({ ok: false, reason: 'missing' })
    expect(await publish(true)).toEqual({ ok: true, value: 2 })
    expect(await publish(true)).toEqual({ ok: false, reason: 'nothing' })
    const own = studentScope(scope, students[0]?.studentId ?? 0)
    const [listed] = await listOwnCards(own)
    const before = await findOwnCard(own, listed?.publicId ?? '')
    expect(before?.card?.subjects[0]?.terms).toMatchObject([{ marks: 9 }])

    // Changes marks, grades, scheme and name.
    await execute("UPDATE exam_marks SET marks = 10 WHERE paper_id = :id AND presence = 'present'", {
      id: exams[0]?.papers[0]?.id ?? 0,
    })
    await world.enter({ grades: ['A', 'A', 'A', 'A'] })
    await execute("UPDATE students SET first_name = 'Zubeida' WHERE id = :id", { id: students[0]?.studentId ?? 0 })
    const { name, classes, definition, version, revision } = await record()
    expect(revision).toBe(1)
    const values = { name: `${name} new`, classes, scheme: { ...definition, bands: [{ grade: 'Z', fromPercent: 0 }] } }
    expect(await updateScheme(scope, scheme.publicId, version, values)).toEqual({ ok: true, value: 2 })
    expect(await findOwnCard(own, listed?.publicId ?? '')).toEqual(before)
    const [now] = (await listCards(scope, await record(), { ...at, termKey: 't1' }, 'marks')).cards
    expect(now).toMatchObject({ revision: 1, isOther: true, card: { name: before?.card?.name } })

    const withdrawn = await withdrawCards(scope, scheme.publicId, { ...at, termKey: 't1' }, 'Totalled wrongly')
    expect(withdrawn).toEqual({ ok: true, value: 2 })
    expect(await listOwnCards(own)).toEqual([])
    expect(await withdrawCards(scope, scheme.publicId, { ...at, termKey: 't1' }, 'Again')).toEqual({
      ok: false,
      reason: 'nothing',
    })
    expect(await publish(true)).toEqual({ ok: true, value: 2 })
    const [fresh] = await listOwnCards(own)
    expect(fresh?.card).toMatchObject({
      name: expect.stringContaining('Zubeida'),
      subjects: [{ terms: [{ marks: 2, grade: 'Z' }] }],
    })
    // The newest published card comes first.
    const second = await publishCards(scope, scheme.publicId, { ...at, termKey: 't2' }, { althoughMissing: true })
    expect(second.ok).toBe(true)
    const both = await listOwnCards(own)
    expect(both.map(({ publicId }) => publicId).indexOf(fresh?.publicId ?? '')).toBe(1)
    await withdrawCards(scope, scheme.publicId, { ...at, termKey: 't2' }, 'Only to see the order')
  })

  it('shows a card only to its student, and only the reason if the card is withheld', async () => {
    const { scope, scheme, students } = world
    const [asha, ravi] = students.map(({ studentId }) => studentScope(scope, studentId))
    const id = (await listOwnCards(found(asha)))[0]?.publicId ?? ''
    expect(await findOwnCard(found(ravi), id)).toBeNull()
    const at = { id: scheme.publicId, enrollmentId: students[0]?.publicId ?? '' }
    expect(await releaseCards(scope, at)).toMatchObject({ reason: 'not-withheld' })
    expect(await withholdCards(scope, at, 'Books are still to be returned')).toMatchObject({ ok: true })
    expect(await withholdCards(scope, at, 'Twice')).toMatchObject({ reason: 'withheld' })
    expect(await findOwnCard(found(asha), id)).toMatchObject({ withheld: 'Books are still to be returned', card: null })
    expect((await findOwnCard(found(ravi), (await listOwnCards(found(ravi)))[0]?.publicId ?? ''))?.card).not.toBeNull()
    expect(await releaseCards(scope, at)).toMatchObject({ ok: true })
    expect((await findOwnCard(found(asha), id))?.card).not.toBeNull()
    const other = await makeSchool()
    expect(await withholdCards(other.scope, at, 'Not theirs')).toMatchObject({ reason: 'not-found' })
  })

  it('publishes cards once for three concurrent clerks', async () => {
    const { scope, at, scheme, students } = world
    await withdrawCards(scope, scheme.publicId, { ...at, termKey: 't1' }, 'To try')
    const outcomes = await Promise.all(
      [1, 2, 3].map(() => publishCards(scope, scheme.publicId, { ...at, termKey: 't1' }, { althoughMissing: true })),
    )
    expect(outcomes.filter(({ ok }) => ok)).toHaveLength(1)
    // A student who left keeps the card when the section's cards are withdrawn.
    const left = students[1]
    await execute("UPDATE enrollments SET status = 'left', left_on = enrolled_on WHERE id = :id", {
      id: left?.enrollmentId ?? 0,
    })
    expect(await withdrawCards(scope, scheme.publicId, { ...at, termKey: 't1' }, 'One was wrong')).toEqual({
      ok: true,
      value: 1,
    })
    expect(await listOwnCards(studentScope(scope, left?.studentId ?? 0))).toHaveLength(1)
  })
})

describe('a published card', () => {
  async function makePublished() {
    const world = await makeWorld()
    await world.map()
    await world.give(0, [45])
    await world.give(0, [40], 1)
    const { scope, scheme, at } = world
    const first = { ...at, termKey: 't1' }
    const publish = () => publishCards(scope, scheme.publicId, first, { althoughMissing: true })
    expect(await publish()).toEqual({ ok: true, value: 2 })
    const cards = async () => (await listCards(scope, await world.record(), first, 'marks')).cards
    const told = async (action: string) =>
      (
        await readRows<{ details: string }>(
          'SELECT details FROM audit_entries WHERE school_id = :schoolId AND action = :action ORDER BY id',
          { schoolId: scope.schoolId, action },
        )
      ).map(({ details }) => details)
    const save = async (definition: Scheme, version?: number) => {
      const now = await world.record()
      const values = { name: now.name, classes: now.classes, scheme: definition }
      return updateScheme(scope, scheme.publicId, version ?? now.version, values)
    }
    return { ...world, first, publish, cards, told, save }
  }

  it('is kept with the reason when only this card is withdrawn, and the others stay published', async () => {
    const { scope, scheme, record, first, students, cards, told, publish } = await makePublished()
    const [asha, ravi] = students
    const before = found((await listOwnCards(studentScope(scope, found(asha).studentId)))[0])
    const hers = { student: found(asha).publicId, termKey: 't1' }
    expect(await listPublished(scope, await record(), hers)).toHaveLength(1)
    const withdraw = () => withdrawCards(scope, scheme.publicId, hers, 'Hindi was totalled wrongly')
    expect(await withdraw()).toEqual({ ok: true, value: 1 })
    expect(await withdraw()).toEqual({ ok: false, reason: 'nothing' })
    expect((await cards()).map(({ issuedOn }) => issuedOn !== null)).toEqual([false, true, false])
    expect(await listOwnCards(studentScope(scope, found(asha).studentId))).toEqual([])
    expect(await listOwnCards(studentScope(scope, found(ravi).studentId))).toHaveLength(1)
    const [kept] = await listWithdrawn(scope, await record(), first)
    expect(kept).toMatchObject({ reason: 'Hindi was totalled wrongly', revision: 1, issuedOn: before.issuedOn })
    expect(kept?.card).toEqual(before.card)
    expect(await findWithdrawn(scope, await record(), first, found(kept).publicId)).toEqual(kept)
    expect(await findWithdrawn((await makeSchool()).scope, await record(), first, found(kept).publicId)).toBeNull()
    expect((await told('report-cards.withdrawn'))[0]).toContain(`${before.card.name} (`)
    expect(await publish()).toEqual({ ok: true, value: 1 })
    expect(await deleteScheme(scope, scheme.publicId)).toMatchObject({ reason: 'in-use' })
    expect(await record()).toMatchObject({ cards: 2, withdrawn: 1, entries: 0 })
  })

  it('can be withheld and withdrawn from the student’s page after the student changes class or leaves', async () => {
    const { school, scope, scheme, first, students, told } = await makePublished()
    const [asha, ravi] = students.map(found)
    const nine = await makeClass(school, { name: 'Class 9', position: 9 })
    await execute('UPDATE enrollments SET class_id = :classId, section_id = :sectionId WHERE id = :id', {
      classId: nine.id,
      sectionId: (await makeSection(nine)).id,
      id: found(asha).enrollmentId,
    })
    await execute("UPDATE enrollments SET status = 'left', left_on = enrolled_on WHERE id = :id", {
      id: found(ravi).enrollmentId,
    })
    expect(await withdrawCards(scope, scheme.publicId, first, 'All')).toEqual({ ok: false, reason: 'nothing' })
    for (const { publicId: student, studentPublicId } of [found(asha), found(ravi)]) {
      expect(await listCardsOf(scope, studentPublicId)).toMatchObject([
        { scheme: scheme.publicId, enrollment: student, termKey: 't1', withheld: null },
      ])
      expect(await listCardsOf((await makeSchool()).scope, studentPublicId)).toEqual([])
      const at = { id: scheme.publicId, enrollmentId: student }
      expect(await withholdCards(scope, at, 'Books')).toMatchObject({ ok: true })
      expect((await listCardsOf(scope, studentPublicId))[0]?.withheld).toBe('Books')
      expect(await releaseCards(scope, at)).toMatchObject({ ok: true })
      const hers = { student, termKey: 't1' }
      expect(await withdrawCards(scope, scheme.publicId, hers, 'Wrong')).toEqual({ ok: true, value: 1 })
      expect(await listCardsOf(scope, studentPublicId)).toEqual([])
    }
    // The log names the class of the card.
    expect((await told('report-cards.withdrawn'))[0]).toContain('Class 7 – ')
  })

  it('keeps the revision of its scheme when the scheme or the choice of exams changes', async () => {
    const { scope, scheme, exams, record, cards, told, save, publish, first } = await makePublished()
    const { definition } = await record()
    // The same content with reordered keys is not a change.
    const turned = JSON.parse(JSON.stringify({ ...definition, terms: undefined }))
    expect(await save({ ...turned, terms: definition.terms })).toMatchObject({ value: 1 })
    const heavier = structuredClone(definition)
    Object.assign(found(heavier.terms[0]?.components[1]), { weight: 10 })
    expect(await save(heavier)).toMatchObject({ value: 2 })
    expect(found((await told('report-scheme.updated')).at(-1))).toContain('Term 1, Notebook weightage: 5 → 10')
    expect(await findRevision(scope, scheme, 1)).toMatchObject({
      definition,
      exams: { c1: ['Tests 1 (Class 7)'], c7: ['Tests 2 (Class 7)'] },
    })
    // No card was published under the second revision yet.
    expect(await findRevision(scope, scheme, 2)).toBeNull()
    const choose = (key: string) => mapExams(scope, scheme.publicId, new Map([[found(exams[1]).publicId, key]]))
    expect(await choose('c2')).toMatchObject({ value: 1 })
    expect((await record()).revision).toBe(2)
    await withdrawCards(scope, scheme.publicId, first, 'Notebooks count more')
    expect(await publish()).toMatchObject({ value: 2 })
    expect((await cards()).map(({ revision }) => revision)).toEqual([2, 2, 2])
    expect(await choose('c7')).toMatchObject({ value: 1 })
    expect((await record()).revision).toBe(3)
    expect((await cards()).map(({ revision }) => revision)).toEqual([2, 2, 3])
    expect((await told('report-scheme.exams-chosen')).at(-1)).toContain(
      'Tests 2 (Class 7): Term 1: Notebook → Term 2: Periodic test',
    )
  })

  it('counts as changed when marks, grades or result differ, not when a name or language does', async () => {
    const { students, exams, cards, enter } = await makePublished()
    await execute("UPDATE students SET first_name = 'Zubeida', language = 'gu' WHERE id = :id", {
      id: found(students[0]).studentId,
    })
    expect((await cards()).map(({ isOther }) => isOther)).toEqual([false, false, false])
    await enter({ grades: ['A'] })
    expect((await cards()).map(({ isOther }) => isOther)).toEqual([true, false, false])
    await execute('UPDATE exam_marks SET marks = 11 WHERE paper_id = :id', { id: found(exams[0]?.papers[0]).id })
    expect((await cards()).map(({ isOther }) => isOther)).toEqual([true, true, false])
  })

  it('needs the office’s confirmation to be published while exam results are unpublished', async () => {
    const { scope, scheme, exams, record, first, at } = await makePublished()
    await withdrawCards(scope, scheme.publicId, first, 'To try')
    // Reduces the scheme to components that have marks, so that only the publication of the exam results is missing.
    const { definition } = await record()
    const [term] = definition.terms
    const whole = { ...found(term), components: found(term).components.slice(0, 1) }
    await execute('UPDATE report_schemes SET definition = :definition WHERE id = :id', {
      definition: JSON.stringify({ ...definition, areas: [], terms: [whole, definition.terms[1]] }),
      id: scheme.id,
    })
    const publish = () => publishCards(scope, scheme.publicId, { ...at, termKey: 't1' }, { althoughMissing: false })
    expect((await listCards(scope, await record(), first, 'marks')).unpublished).toEqual(['Tests 1'])
    expect(await publish()).toEqual({ ok: false, reason: 'missing' })
    await execute('UPDATE exams SET published_at = UTC_TIMESTAMP(3) WHERE id = :id', { id: found(exams[0]).id })
    expect(await publish()).toEqual({ ok: true, value: 2 })
  })

  it('shows students who joined after a term, and marks that belong to another class', async () => {
    const { school, session, students, cards, record } = await makePublished()
    const eight = await makeClass(school, { name: 'Class 9', position: 9 })
    const elsewhere = await makeExamWithPapers(school, { session, class: eight, papers: [{ maxMarks: 20 }] })
    const asha = found(students[0])
    await giveMarks(elsewhere, { id: asha.studentId }, { id: asha.enrollmentId }, [12])
    await execute("UPDATE enrollments SET enrolled_on = '2026-12-01' WHERE id = :id", {
      id: found(students[1]).enrollmentId,
    })
    // A student who joined on the last day of a term belongs to it.
    await execute('UPDATE enrollments SET enrolled_on = :on WHERE id = :id', {
      on: found((await record()).definition.terms[0]).endsOn,
      id: found(students[2]).enrollmentId,
    })
    expect((await cards()).map(({ hasOtherMarks, joinedAfter }) => [hasOtherMarks, joinedAfter])).toEqual([
      [true, null],
      [false, 'Term 1'],
      [false, null],
    ])
  })

  it('uses sentences whose number is fixed, and which cannot be deleted while an entry refers to them', async () => {
    const { scope, enter } = await makePublished()
    const words = { sentence: { en: 'Works with care.', hi: 'ध्यान से काम करते हैं।', gu: 'કાળજીથી કામ કરે છે.' } }
    const ids = await Promise.all(
      [3, 13].map((code) => remarks.create(scope, `key-of-sentence-${code}`, { code, ...words })),
    )
    const [three, thirteen] = ids.map((made) => (made.ok ? found(made.value) : ''))
    expect(await remarks.update(scope, found(three), 1, { code: 4, ...words })).toMatchObject({ reason: 'code-set' })
    expect(await enter({ codes: '13' })).toMatchObject({ value: { saved: 1 } })
    expect(await remarks.remove(scope, found(thirteen))).toMatchObject({ reason: 'in-use' })
    expect(await nextRemarkCode(scope)).toBe(14)
    expect(await remarks.remove(scope, found(three))).toMatchObject({ ok: true })
  })

  it('stores the entries of a section in one statement, and audits every correction', async () => {
    const { scope, scheme, at, session, students } = await makeWorld(60)
    const save = (grade: string, version: number) =>
      countQueries(() =>
        saveEntries(scope, {
          scheme: scheme.publicId,
          section: at.section,
          termKey: 't1',
          sessionId: session.id,
          rows: students.map(({ publicId: enrollment }) => ({
            enrollment,
            version,
            grades: graded([grade]),
            codes: '',
            remark: 'x'.repeat(300),
          })),
        }),
      )
    expect(await save('A', 0)).toMatchObject({ value: { ok: true, value: { saved: 60 } } })
    const again = await save('B', 1)
    expect(again.value).toMatchObject({ ok: true, value: { saved: 60 } })
    expect(again.count).toBe(9)
    const told = await readRows<{ details: string }>(
      "SELECT details FROM audit_entries WHERE school_id = :schoolId AND action = 'report-card.entered' ORDER BY id",
      { schoolId: scope.schoolId },
    )
    // One entry for the first save and three for the sixty corrections, none of them truncated.
    expect(told).toHaveLength(4)
    expect(told.map(({ details }) => details.split('→').length - 1)).toEqual([0, 25, 25, 10])
  })
})

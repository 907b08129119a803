import { z } from 'zod'
import { field } from '~/kit/forms/fields'
import { fieldSchema } from '~/kit/forms/form-schema.server'
import { gradeLength, maxGrades } from '~/models/core/schools/options'
import { dayAsTyped, isDay } from '~/models/core/shared/calendar'
import { schemeForm } from './scheme-fields'
import {
  areaKinds,
  componentRules,
  maxAreaGrades,
  maxAreas,
  maxComponents,
  maxTerms,
  nameLength,
  type Scheme,
  wordsLength,
} from './scheme-options'

const line = (words: string, length: number) =>
  z.string(words).trim().min(1, words).max(length, `Use at most ${length} characters`)

function number(words: string, { from = 0, to, decimals = 0 }: { from?: number; to: number; decimals?: number }) {
  const looks = decimals ? /^\d{1,4}(\.\d{1,2})?$/ : /^\d{1,4}$/
  return z
    .string(words)
    .trim()
    .regex(looks, words)
    .transform(Number)
    .refine((value) => value >= from && value <= to, words)
}

/** Fields that the form submits even for a blank row. */
const always: readonly string[] = ['key', 'rule', 'kind']

/** Checks whether a row, or one of its nested rows, has any input. */
const isUsed = (input: unknown): boolean =>
  Array.isArray(input)
    ? input.some(isUsed)
    : typeof input === 'object' && input !== null
      ? Object.entries(input).some(([name, value]) => !always.includes(name) && isUsed(value))
      : Boolean(input)

/** Blank rows become null. They are ignored but not removed, so that errors appear beside the right row. */
function rowsOf<Row extends z.ZodType>(row: Row, limit: number) {
  return z.preprocess(
    (rows) => (Array.isArray(rows) ? rows.map((typedRow) => (isUsed(typedRow) ? typedRow : null)) : rows),
    z.array(z.nullable(row)).max(limit, `Enter at most ${limit}`).default([]),
  )
}

const key = (letter: string) =>
  z
    .string()
    .regex(new RegExp(`^${letter}\\d{1,3}$`))
    .optional()
const marks = 'Enter marks as a number above 0, with at most two decimals'

const component = z
  .object({
    key: key('c'),
    name: line('Enter the name of the component', nameLength),
    max: number(marks, { from: 0.01, to: 1000, decimals: 2 }),
    weight: number(marks, { from: 0.01, to: 1000, decimals: 2 }).optional(),
    rule: z.enum(componentRules, 'Choose how papers count'),
    best: number('Enter how many papers count, from 1 to 9', { from: 1, to: 9 }).optional(),
  })
  .superRefine(({ rule, best }, context) => {
    if (rule === 'best' && best === undefined)
      context.addIssue({ code: 'custom', path: ['best'], message: 'Enter how many papers count, from 1 to 9' })
  })

const term = z.object({
  key: key('t'),
  name: line('Enter the name of the term, or clear its components too', nameLength),
  ends_on: z
    .string('Enter the last day of the term')
    .trim()
    .overwrite(dayAsTyped)
    .refine(isDay, 'Enter the last day of the term'),
  weight: number('Enter a whole number from 0 to 100', { to: 100 }),
  components: rowsOf(component, maxComponents),
})

const band = z.object({
  grade: line('Grade is required', gradeLength),
  from_percent: number('Enter a whole number from 0 to 100', { to: 100 }),
})

const area = z.object({
  key: key('a'),
  name: line('Enter the name of the area', nameLength),
  kind: z.enum(areaKinds, 'Choose the kind of area'),
})

const areaGrade = z.object({
  grade: line('Grade is required', gradeLength),
  words: z.string().trim().max(wordsLength, `Use at most ${wordsLength} characters`).default(''),
})

const withoutBlanks = <Row>(rows: readonly (Row | null)[]) => rows.filter((row) => row !== null)

const hasTwins = (names: readonly string[]) =>
  new Set(names.map((name) => name.toLocaleLowerCase('en'))).size < names.length

const subjects = field.things('Subjects', { calledBy: 'subjectNames', invalid: 'Select a valid subject' })

/** Scheme as posted by the office's form; a new part has no key yet (`withKeys`). */
export const schemeSchema = z
  .object({
    name: fieldSchema(schemeForm.fields.name),
    classes: fieldSchema(schemeForm.fields.classes),
    terms: rowsOf(term, maxTerms),
    bands: rowsOf(band, maxGrades),
    areas: rowsOf(area, maxAreas),
    area_grades: rowsOf(areaGrade, maxAreaGrades),
    graded_only: fieldSchema(subjects),
    pass_percent: z.preprocess(
      (input) => (input === '' ? undefined : input),
      number('Enter a whole number from 0 to 100', { to: 100 }).optional(),
    ),
  })
  .superRefine((read, context) => {
    const [bands, areas, area_grades] = [
      withoutBlanks(read.bands),
      withoutBlanks(read.areas),
      withoutBlanks(read.area_grades),
    ]
    // Keeps the row index, which the error paths use.
    const terms = read.terms.flatMap((term, index) => (term ? [{ ...term, index }] : []))
    const say = (path: (string | number)[], message: string) => context.addIssue({ code: 'custom', path, message })
    if (terms.length === 0) say(['terms'], 'Enter at least one term')
    for (const [nth, { index, components: rows, ends_on }] of terms.entries()) {
      const components = withoutBlanks(rows)
      if (components.length === 0) say(['terms', index, 'name'], 'Enter at least one component of this term')
      if (hasTwins(components.map((one) => one.name)))
        say(['terms', index, 'name'], 'Each component may be in a term only once')
      const before = terms[nth - 1]
      if (before && before.ends_on >= ends_on)
        say(['terms', index, 'ends_on'], 'A term must end after the previous one')
    }
    if (terms.length > 0 && terms.every(({ weight }) => weight === 0))
      say(['terms', terms[0]?.index ?? 0, 'weight'], 'At least one term must count for the year')
    if (bands.length === 0) say(['bands'], 'Enter at least one grade')
    else if (!bands.some(({ from_percent }) => from_percent === 0))
      say(['bands'], 'The last grade must begin at 0, so that all marks have a grade')
    if (hasTwins(bands.map(({ grade }) => grade))) say(['bands'], 'Each grade can be in the table only once')
    if (new Set(bands.map(({ from_percent }) => from_percent)).size < bands.length)
      say(['bands'], 'Two grades cannot begin at the same percentage')
    if (hasTwins(areas.map(({ name }) => name))) say(['areas'], 'Each area can be listed only once')
    if (hasTwins(area_grades.map(({ grade }) => grade))) say(['area_grades'], 'Each grade can be listed only once')
    if (areas.length > 0 && area_grades.length === 0) say(['area_grades'], 'Enter the grades for areas')
  })
  .transform(({ name, classes, terms, bands, areas, area_grades, graded_only, pass_percent }) => {
    const scheme: Scheme = {
      terms: withoutBlanks(terms).map((one) => ({
        key: one.key ?? '',
        name: one.name,
        endsOn: one.ends_on,
        weight: one.weight,
        components: withoutBlanks(one.components).map(({ key: typed, name, max, weight, rule, best }) => ({
          key: typed ?? '',
          name,
          max,
          weight: weight ?? max,
          rule,
          best: rule === 'best' ? (best ?? null) : null,
        })),
      })),
      bands: withoutBlanks(bands)
        .map(({ grade, from_percent }) => ({ grade, fromPercent: from_percent }))
        .sort((one, other) => other.fromPercent - one.fromPercent),
      areas: withoutBlanks(areas).map((one) => ({ key: one.key ?? '', name: one.name, kind: one.kind })),
      areaGrades: withoutBlanks(area_grades),
      gradedOnly: graded_only,
      passPercent: pass_percent ?? null,
      lastKeys: { t: 0, c: 0, a: 0 },
    }
    return { name, classes, scheme }
  })
export type SchemeValues = z.output<typeof schemeSchema>

/** Form values of a scheme: each list ends with one blank row for the next entry. */
export function shownScheme({ name, classes, scheme }: SchemeValues) {
  const blank = <Row>(rows: readonly Row[], limit: number, empty: Row) =>
    rows.length < limit ? [...rows, empty] : [...rows]
  const noComponent = { key: '', name: '', max: '', weight: '', rule: 'sum', best: '' }
  const components = (rows: Scheme['terms'][number]['components']) =>
    blank(
      rows.map(({ max, weight, best, ...one }) => ({
        ...one,
        max: String(max),
        weight: String(weight),
        best: best === null ? '' : String(best),
      })),
      maxComponents,
      noComponent,
    )
  return {
    name,
    classes,
    terms: blank(
      scheme.terms.map((term) => ({
        key: term.key,
        name: term.name,
        ends_on: term.endsOn,
        weight: String(term.weight),
        components: components(term.components),
      })),
      maxTerms,
      { key: '', name: '', ends_on: '', weight: '', components: components([]) },
    ),
    bands: blank(
      scheme.bands.map(({ grade, fromPercent }) => ({ grade, from_percent: String(fromPercent) })),
      maxGrades,
      { grade: '', from_percent: '' },
    ),
    areas: blank<{ key: string; name: string; kind: string }>(scheme.areas, maxAreas, {
      key: '',
      name: '',
      kind: 'co_scholastic',
    }),
    area_grades: blank(scheme.areaGrades, maxAreaGrades, { grade: '', words: '' }),
    graded_only: scheme.gradedOnly,
    pass_percent: scheme.passPercent === null ? '' : String(scheme.passPercent),
  }
}

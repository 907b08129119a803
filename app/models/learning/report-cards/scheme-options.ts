import { cbseGrades, type GradeBand } from '~/models/core/schools/options'

/** Rule to combine several papers of a component: sum of all marks, mean of all papers, or mean of the best ones. */
export const componentRules = ['sum', 'average', 'best'] as const
export type ComponentRule = (typeof componentRules)[number]

/** Keys are internal to the scheme (`c1`). Entries and exams refer to them, so a part may be renamed or moved. */
export interface SchemeComponent {
  key: string
  name: string
  /** Maximum marks on the card. */
  max: number
  /** Share in the term's total marks. */
  weight: number
  rule: ComponentRule
  /** Number of papers that count; null unless the rule is `best`. */
  best: number | null
}

export interface SchemeTerm {
  key: string
  name: string
  /** `YYYY-MM-DD`. Attendance counts up to this day; missing marks do not count for a student who joins later. */
  endsOn: string
  /** Weight in the year, relative to the other terms. */
  weight: number
  components: SchemeComponent[]
}

export const areaKinds = ['co_scholastic', 'discipline'] as const
export type AreaKind = (typeof areaKinds)[number]

/** Area graded without marks in each term. */
export interface SchemeArea {
  key: string
  name: string
  kind: AreaKind
}

/** Grade of the areas, with its meaning. */
export interface AreaGrade {
  grade: string
  words: string
}

/**
 * Rules that turn the marks of a class into its report card. Plain data: stored as one JSON text, and copied into each
 * published card.
 */
export interface Scheme {
  terms: SchemeTerm[]
  /** Best grade first; the last band starts at 0. */
  bands: GradeBand[]
  areas: SchemeArea[]
  areaGrades: AreaGrade[]
  /** Public ids of subjects that show only a grade and count neither in the total nor for the result. */
  gradedOnly: string[]
  /** Whole percent per subject; null without a pass mark. */
  passPercent: number | null
  /** Highest number used per kind of key, so that no key is reused for another part. */
  lastKeys: Record<KeyLetter, number>
}

export type KeyLetter = 't' | 'c' | 'a'

export const maxTerms = 3
/** Maximum per term. */
export const maxComponents = 6
export const maxAreas = 8
export const maxAreaGrades = 6
export const nameLength = 40
export const wordsLength = 60

export const templates = {
  'cbse-6-8': 'CBSE, classes VI to VIII',
  'cbse-9-10': 'CBSE, classes IX and X',
  empty: 'An empty scheme',
} as const
export type TemplateName = keyof typeof templates

/** CBSE circular Acad-14/2017: periodic tests 10 (the best two), notebook 5, subject enrichment 5, examination 80. */
function cbseComponents(term: number, examination: string): SchemeComponent[] {
  const parts: [string, number, ComponentRule, number | null][] = [
    ['Periodic test', 10, 'best', 2],
    ['Notebook', 5, 'sum', null],
    ['Subject enrichment', 5, 'sum', null],
    [examination, 80, 'sum', null],
  ]
  return parts.map(([name, max, rule, best], index) => ({
    key: `c${term * maxComponents + index + 1}`,
    name,
    max,
    weight: max,
    rule,
    best,
  }))
}

const cbseAreas: SchemeArea[] = [
  { key: 'a1', name: 'Work education', kind: 'co_scholastic' },
  { key: 'a2', name: 'Art education', kind: 'co_scholastic' },
  { key: 'a3', name: 'Health and physical education', kind: 'co_scholastic' },
  { key: 'a4', name: 'Discipline', kind: 'discipline' },
]

const passPercent = 33

/**
 * Returns the initial scheme of a template. `middle`: last day of the first of two terms; `endsOn`: last day of the
 * session.
 */
export function schemeOf(template: TemplateName, { middle, endsOn }: { middle: string; endsOn: string }): Scheme {
  const common = {
    bands: [...cbseGrades],
    gradedOnly: [],
    passPercent,
    lastKeys: { t: 2, c: 2 * maxComponents, a: cbseAreas.length },
  }
  switch (template) {
    case 'cbse-6-8':
      return {
        ...common,
        terms: [
          {
            key: 't1',
            name: 'Term 1',
            endsOn: middle,
            weight: 50,
            components: cbseComponents(0, 'Half-yearly examination'),
          },
          { key: 't2', name: 'Term 2', endsOn, weight: 50, components: cbseComponents(1, 'Yearly examination') },
        ],
        areas: cbseAreas,
        areaGrades: [
          { grade: 'A', words: 'Outstanding' },
          { grade: 'B', words: 'Very good' },
          { grade: 'C', words: 'Fair' },
        ],
      }
    case 'cbse-9-10':
      return {
        ...common,
        terms: [
          {
            key: 't1',
            name: 'Academic year',
            endsOn,
            weight: 100,
            components: cbseComponents(0, 'Annual examination'),
          },
        ],
        areas: cbseAreas,
        areaGrades: ['A', 'B', 'C', 'D', 'E'].map((grade) => ({ grade, words: '' })),
      }
    default:
      return {
        ...common,
        terms: [
          {
            key: 't1',
            name: 'Academic year',
            endsOn,
            weight: 100,
            components: [{ key: 'c1', name: 'Annual examination', max: 100, weight: 100, rule: 'sum', best: null }],
          },
        ],
        areas: [],
        areaGrades: [],
      }
  }
}

/**
 * Assigns keys to the parts of a typed scheme. A part keeps its key if `stored` has it and no earlier part uses it;
 * every other part gets an unused key.
 */
export function withKeys(typedScheme: Scheme, stored: Scheme): Scheme {
  const lastKeys = { ...stored.lastKeys }
  const storedKeys = new Set(keysOf(stored))
  const keyOf = (letter: KeyLetter, key: string) => {
    if (storedKeys.delete(key)) return key
    lastKeys[letter] += 1
    return `${letter}${lastKeys[letter]}`
  }
  const terms = typedScheme.terms.map((term) => ({
    ...term,
    key: keyOf('t', term.key),
    components: term.components.map((component) => ({ ...component, key: keyOf('c', component.key) })),
  }))
  const areas = typedScheme.areas.map((area) => ({ ...area, key: keyOf('a', area.key) }))
  return { ...typedScheme, terms, areas, lastKeys }
}

export function keysOf({ terms, areas }: Pick<Scheme, 'terms' | 'areas'>): string[] {
  return [...terms, ...terms.flatMap(({ components }) => components), ...areas].map(({ key }) => key)
}

export function componentsOf(scheme: Scheme) {
  return scheme.terms.flatMap((term) => term.components.map((component) => ({ term, component })))
}

/** Label such as `Term 1: Notebook`; '' for an unknown part. */
export function componentName(scheme: Scheme, key: string): string {
  const match = componentsOf(scheme).find(({ component }) => component.key === key)
  return match ? `${match.term.name}: ${match.component.name}` : ''
}

/**
 * Maximum cards per file, about as many as one section has. The user waits while a file is created, so more cards are
 * split over several files.
 */
export const maxCardsOfFile = 60

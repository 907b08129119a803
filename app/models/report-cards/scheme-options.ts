import { cbseGrades, type GradeBand } from '~/models/schools/options'

/** What several papers of a component come to: all marks together, the mean of the papers, or that of the best of them. */
export const componentRules = ['sum', 'average', 'best'] as const
export type ComponentRule = (typeof componentRules)[number]

/** Keys are the scheme's own (`c1`): what is entered and mapped names them, so that a part may be renamed or moved. */
export interface SchemeComponent {
  key: string
  name: string
  /** Out of how many marks the card shows it. */
  max: number
  /** How many marks of the term's total it makes. */
  weight: number
  rule: ComponentRule
  /** How many papers count; null unless the rule is `best`. */
  best: number | null
}

export interface SchemeTerm {
  key: string
  name: string
  /** `YYYY-MM-DD`; attendance counts until then, and who joins later is not measured by what was not entered. */
  endsOn: string
  /** How much of the year it makes, beside the other terms. */
  weight: number
  components: SchemeComponent[]
}

export const areaKinds = ['co_scholastic', 'discipline'] as const
export type AreaKind = (typeof areaKinds)[number]

/** What is graded without marks, each term. */
export interface SchemeArea {
  key: string
  name: string
  kind: AreaKind
}

/** A grade of the areas, and what it means. */
export interface AreaGrade {
  grade: string
  words: string
}

/** How the marks of a class become its report card. Plain data: it is kept as one text, and goes with each published card. */
export interface Scheme {
  terms: SchemeTerm[]
  /** Best grade first, the last from 0. */
  bands: GradeBand[]
  areas: SchemeArea[]
  areaGrades: AreaGrade[]
  /** Public ids of subjects that show a grade alone, and count neither in the total nor for the result. */
  gradedOnly: string[]
  /** Whole percents of a subject; null where nobody passes or fails. */
  passPercent: number | null
  /** The highest number that each kind of key was ever given: none comes back for another part. */
  lastKeys: Record<KeyLetter, number>
}

export type KeyLetter = 't' | 'c' | 'a'

export const maxTerms = 3
/** In one term. */
export const maxComponents = 6
export const maxAreas = 8
export const maxAreaGrades = 6
export const nameLength = 40
export const wordsLength = 60

export const templates = {
  'cbse-6-8': 'CBSE, classes VI to VIII',
  'cbse-9-10': 'CBSE, classes IX and X',
  empty: 'My own',
} as const
export type TemplateName = keyof typeof templates

/** CBSE's circular Acad-14/2017: periodic tests 10 (the best two), notebook 5, subject enrichment 5, examination 80. */
function cbseComponents(term: number, examination: string): SchemeComponent[] {
  const parts: [string, number, ComponentRule, number | null][] = [
    ['Periodic test', 10, 'best', 2],
    ['Notebook', 5, 'sum', null],
    ['Subject enrichment', 5, 'sum', null],
    [examination, 80, 'sum', null],
  ]
  return parts.map(([name, max, rule, best], index) => ({
    ...{ key: `c${term * maxComponents + index + 1}`, name, max, weight: max, rule, best },
  }))
}

const cbseAreas: SchemeArea[] = [
  { key: 'a1', name: 'Work education', kind: 'co_scholastic' },
  { key: 'a2', name: 'Art education', kind: 'co_scholastic' },
  { key: 'a3', name: 'Health and physical education', kind: 'co_scholastic' },
  { key: 'a4', name: 'Discipline', kind: 'discipline' },
]

const passPercent = 33

/** A scheme to begin with. `middle`: the last day of the first of two terms; `endsOn`: that of the session. */
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
            ...{ key: 't1', name: 'Academic year', endsOn, weight: 100 },
            components: [{ key: 'c1', name: 'Annual examination', max: 100, weight: 100, rule: 'sum', best: null }],
          },
        ],
        areas: [],
        areaGrades: [],
      }
  }
}

/**
 * A scheme as it was typed, with keys: a part keeps the key that it has in `stored`, any other, and one that came twice, gets a number that no
 * part ever had.
 */
export function withKeys(typed: Scheme, stored: Scheme): Scheme {
  const lastKeys = { ...stored.lastKeys }
  const known = new Set(keysOf(stored))
  const keyOf = (letter: KeyLetter, key: string) => {
    if (known.delete(key)) return key
    lastKeys[letter] += 1
    return `${letter}${lastKeys[letter]}`
  }
  const terms = typed.terms.map((term) => ({
    ...term,
    key: keyOf('t', term.key),
    components: term.components.map((component) => ({ ...component, key: keyOf('c', component.key) })),
  }))
  const areas = typed.areas.map((area) => ({ ...area, key: keyOf('a', area.key) }))
  return { ...typed, terms, areas, lastKeys }
}

/** The keys of all parts. */
export function keysOf({ terms, areas }: Pick<Scheme, 'terms' | 'areas'>): string[] {
  return [...terms, ...terms.flatMap(({ components }) => components), ...areas].map(({ key }) => key)
}

/** Every component with its term. */
export function componentsOf(scheme: Scheme) {
  return scheme.terms.flatMap((term) => term.components.map((component) => ({ term, component })))
}

/** `Term 1: Notebook`; '' for a part that the scheme does not have. */
export function componentName(scheme: Scheme, key: string): string {
  const found = componentsOf(scheme).find(({ component }) => component.key === key)
  return found ? `${found.term.name}: ${found.component.name}` : ''
}

/** The size of a section. A file is made while somebody waits; more cards are several files. */
export const maxCardsOfFile = 60

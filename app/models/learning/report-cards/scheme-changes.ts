import { componentsOf, type Scheme } from './scheme-options'

/** Lists a scheme's values by the key of their term, component or area and the value's name, each with a label. */
function factsOf(scheme: Scheme): Map<string, { label: string; value: string }> {
  const parts = [
    ...scheme.terms.map(({ key, name, endsOn, weight }) => ({
      key,
      called: name,
      facts: { name, 'last day': endsOn, weightage: weight },
    })),
    ...componentsOf(scheme).map(({ term, component: { key, name, max, weight, rule, best } }) => ({
      key,
      called: `${term.name}, ${name}`,
      facts: { name, term: term.name, 'maximum marks': max, weightage: weight, papers: rule, best: best ?? '–' },
    })),
    ...scheme.areas.map(({ key, name, kind }) => ({ key, called: name, facts: { name, kind } })),
    {
      key: '',
      called: '',
      facts: {
        grades: scheme.bands.map(({ grade, fromPercent }) => `${grade} ${fromPercent}`).join(', '),
        'grades of areas': scheme.areaGrades.map(({ grade, words }) => `${grade} ${words}`.trim()).join(', '),
        'pass mark': scheme.passPercent ?? '–',
        'subjects with a grade alone': scheme.gradedOnly.length,
      },
    },
  ]
  return new Map(
    parts.flatMap(({ key, called, facts }) =>
      Object.entries(facts).map(([what, value]): [string, { label: string; value: string }] => [
        `${key} ${what}`,
        { label: `${called} ${what}`.trim(), value: String(value) },
      ]),
    ),
  )
}

/**
 * Describes the differences between two versions of a scheme for the audit log: `Term 1, Notebook weightage: 5 → 10`.
 */
export function changesOfScheme(before: Scheme, after: Scheme): string[] {
  const [old, now] = [factsOf(before), factsOf(after)]
  return [...new Set([...old.keys(), ...now.keys()])].flatMap((key) => {
    const [from, to] = [old.get(key), now.get(key)]
    return from?.value === to?.value ? [] : [`${(from ?? to)?.label}: ${from?.value ?? '–'} → ${to?.value ?? '–'}`]
  })
}

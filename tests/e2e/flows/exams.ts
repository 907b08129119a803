import { both, type Mode } from '../modes'

export const examsFlows = {
  'an office makes an exam for two classes and all its papers in one form': both,
  'a marks grid of forty is typed, and wrong marks are refused with nothing lost': both,
  'a marks grid of forty is typed by keyboard alone': ['enhanced'],
  'marks come from a file: template, mistakes by line, the right rows saved': both,
  'two clerks enter marks of one paper, and neither overwrites the other': both,
  'results are published, read as a sheet and withdrawn with a reason': both,
  'a teacher finds and marks the own section and subject only': both,
} as const satisfies Record<string, readonly Mode[]>

import { all, both, type Mode } from '../e2e/modes'

export const examsFlows = {
  'an office makes an exam for two classes and all its papers in one form': both,
  'a marks grid of forty is typed, and wrong marks are refused with nothing lost': both,
  'a marks grid of forty is typed by keyboard alone': ['enhanced'],
  'marks come from a file: template, mistakes by line, the right rows saved': both,
  'two clerks enter marks of one paper, and neither overwrites the other': both,
  'results are published, read as a sheet and withdrawn with a reason': both,
  'a teacher finds and marks the own section and subject only': both,
  'a student searches and filters the exams, resets, and reads the papers of one': all,
  'a student finds a result once it is published, not before, and not after it is withdrawn': both,
  'an office prints the report cards of a class, of a section, and of one student': both,
} as const satisfies Record<string, readonly Mode[]>

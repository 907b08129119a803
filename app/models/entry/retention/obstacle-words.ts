import { fieldClass } from './field-classes'
import { inEnglish } from './record-words'
import type { Obstacle } from './restore-plan.server'

const plain = (name: string) => name.replaceAll('_', ' ')

const because: Record<Obstacle['because'], (label: string) => string> = {
  changed: (label) => `${label}: something else has been entered since`,
  taken: (label) => `${label}: another one exists now`,
  gone: (label) => `${label}: no longer exists`,
  'later-run': (label) => `${label}: a later run removed it again`,
}

/**
 * Describes the obstacles of a restore: "Address, phone, e-mail and details of the family (students, mobile number):
 * …".
 */
export function obstacleWords(obstacles: readonly Obstacle[]): string[] {
  const lines = obstacles.map(({ classKey, table, column, because: why }) => {
    const columnWords = column === null ? plain(table) : `${plain(table)}, ${plain(column)}`
    return because[why](`${inEnglish(fieldClass(classKey).title)} (${columnWords})`)
  })
  return [...new Set(lines)]
}

import { classOf } from './field-classes'
import { inEnglish } from './record-words'
import type { Obstacle } from './restore-plan.server'

const plain = (name: string) => name.replaceAll('_', ' ')

const because: Record<Obstacle['because'], (of: string) => string> = {
  changed: (of) => `${of}: something else has been entered since`,
  taken: (of) => `${of}: another one exists now`,
  gone: (of) => `${of}: no longer exists`,
  'later-run': (of) => `${of}: a later run removed it again`,
}

/**
 * Describes the obstacles of a restore: "Address, phone, e-mail and details of the family (students, mobile number):
 * …".
 */
export function obstacleWords(obstacles: readonly Obstacle[]): string[] {
  const lines = obstacles.map(({ classKey, table, column, because: why }) => {
    const where = column === null ? plain(table) : `${plain(table)}, ${plain(column)}`
    return because[why](`${inEnglish(classOf(classKey).title)} (${where})`)
  })
  return [...new Set(lines)]
}

import type { FeeFields } from './schema'
import { FeeHead, FeeInstalment } from './tables.server'

/** A step: the heads and instalments of a fee that has none, in their order. */
export async function writeRows(feeId: number, fields: Pick<FeeFields, 'heads' | 'instalments'>): Promise<void> {
  await FeeHead.bulkCreate(fields.heads.map((head, position) => ({ feeId, position, ...head })))
  await FeeInstalment.bulkCreate(fields.instalments.map((instalment, position) => ({ feeId, position, ...instalment })))
}

import type { Tx } from '~/database/connection.server'
import type { FeeFields } from './schema'
import { FeeHead, FeeInstalment } from './tables.server'

/** A step: the heads and instalments of a fee that has none, in their order. */
export async function writeRows(
  feeId: number,
  fields: Pick<FeeFields, 'heads' | 'instalments'>,
  tx: Tx,
): Promise<void> {
  await FeeHead.bulkCreate(
    fields.heads.map((head, position) => ({ feeId, position, ...head })),
    { transaction: tx },
  )
  await FeeInstalment.bulkCreate(
    fields.instalments.map((instalment, position) => ({ feeId, position, ...instalment })),
    { transaction: tx },
  )
}

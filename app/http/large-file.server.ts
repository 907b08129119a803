import { type Page, readToEnd } from '~/models/shared/select-page.server'
import { askerGone, turnOfAccount } from '~/services/programs/asker.server'
import { Turns } from '~/services/programs/turns.server'

/** A file with no more rows than this is sent at once, whatever else its asker has asked for. */
const rowsOfSmallFile = 500

/** Within which 20 MB come at 40 KB a second. A client that takes next to nothing keeps its turn no longer. */
const longestMinutes = 10

/**
 * Large files of this process. Each keeps a connection to the database as long as its client reads, and takes a part of the time of the
 * pages. So an account has one and a school two, and three are made in all; others wait for a quarter of a minute.
 */
const turns = new Turns({
  atOnce: { all: 3, owner: 1, group: 2 },
  seconds: 15,
  most: 20,
  mostOfOwner: 2,
  mostOfGroup: 4,
})

/**
 * The rows of a list for a file, page by page. A small one is read at once. A large one waits for its turn, which it has until its last page was taken.
 * @throws ProgramTrouble `own-share` or `too-many` where no turn comes soon, or the signal's reason where the asker has left
 */
export async function* pagesOfFile<Row>(
  pageOfList: (place: { page: number; pageSize: number }) => Promise<Page<Row>>,
): AsyncGenerator<readonly Row[], void> {
  const first = await pageOfList({ page: 1, pageSize: rowsOfSmallFile })
  if (first.pages <= 1) return yield first.rows
  const giveBack = await turns.take(turnOfAccount(), askerGone())
  const end = performance.now() + longestMinutes * 60_000
  try {
    for await (const rows of readToEnd(pageOfList, rowsOfSmallFile)) {
      if (performance.now() > end) throw new Error(`A download took more than ${longestMinutes} minutes`)
      yield rows
    }
  } finally {
    giveBack()
  }
}

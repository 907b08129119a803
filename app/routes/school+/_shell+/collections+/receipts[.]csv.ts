import { loader as listLoader } from './receipts.index'

/** Serves the list of `./receipts.index` as a CSV file. */
export const loader = listLoader.csvLoader

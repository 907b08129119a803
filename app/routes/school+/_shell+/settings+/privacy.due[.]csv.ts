import { loader as listLoader } from './privacy.due.index'

/** Serves the list of `./privacy.due.index` as a CSV file. */
export const loader = listLoader.csvLoader

import { loader as listLoader } from './holidays.index'

/** Serves the list of `./holidays.index` as a CSV file. */
export const loader = listLoader.csvLoader

import { loader as listLoader } from './hostel-applications.index'

/** Serves the list of `./hostel-applications.index` as a CSV file. */
export const loader = listLoader.csvLoader

import { makeHostel, makeRoom } from './hostels'

/** Public ids of the office's hostels and rooms. */
export interface HostelOfficeThings {
  hostel: string
  room: string
  /** Room of `hostel` without applications. */
  spareRoom: string
  /** Hostel without rooms. */
  spareHostel: string
}

/** Creates a hostel with two rooms, and one without rooms. */
export async function makeHostelOfficeThings(school: { id: number }): Promise<HostelOfficeThings> {
  const hostel = await makeHostel(school)
  return {
    hostel: hostel.publicId,
    room: (await makeRoom(hostel)).publicId,
    spareRoom: (await makeRoom(hostel)).publicId,
    spareHostel: (await makeHostel(school)).publicId,
  }
}

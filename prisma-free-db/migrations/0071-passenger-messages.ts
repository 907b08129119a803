import type { Migration } from '../../app/database/migration'

const exact = 'CHARACTER SET utf8mb4 COLLATE utf8mb4_bin'

/** Messages of the office to the passengers of a vehicle or of one of its runs: late, cancelled, or other. */
export const up: Migration = async (run) => {
  await run(`CREATE TABLE passenger_messages (
    id BIGINT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY,
    public_id CHAR(12) ${exact} NOT NULL,
    school_id BIGINT UNSIGNED NOT NULL,
    vehicle_id BIGINT UNSIGNED NOT NULL,
    kind ENUM('late','off','other') NOT NULL,
    minutes SMALLINT UNSIGNED NULL,
    words VARCHAR(500) NULL,
    told_count INT UNSIGNED NOT NULL,
    created_by_name VARCHAR(190) NOT NULL,
    form_key VARCHAR(40) ${exact} NOT NULL,
    created_at DATETIME(3) NOT NULL,
    updated_at DATETIME(3) NOT NULL,
    UNIQUE KEY passenger_messages_public_id (public_id),
    UNIQUE KEY passenger_messages_form_key (school_id, form_key),
    KEY passenger_messages_of_vehicle (vehicle_id, id),
    CONSTRAINT passenger_messages_vehicle FOREIGN KEY (school_id, vehicle_id) REFERENCES vehicles (school_id, id) ON DELETE CASCADE
  ) ENGINE=InnoDB`)
}

import type { PlantedBug } from './plantedBugs.ts';

/** Mistakes with files, upgrades and erasures. */
export const plantedLosses = {
  'any client opens the file of a job': {
    events: ['ask for any job', 'write with files', 'open a chat'],
    changes: [
      {
        in: 'server/data/messages/attachments.ts',
        symbol: 'attachmentFor',
        find: '[key, fileName, onlyJobsOf(reader), reader.email]',
        instead: '[key, fileName, null, reader.email]',
      },
    ],
  },
  'a message leaves without its first upload': {
    events: ['write with files'],
    changes: [
      {
        in: 'src/outbox/sending/sendPieces.ts',
        symbol: 'sendPieces',
        find: "files.map(({ upload }) => upload?.id ?? '')",
        instead: "files.slice(1).map(({ upload }) => upload?.id ?? '')",
      },
    ],
  },
  'an upgrade drops what waits': {
    events: ['go offline', 'upgrade the app'],
    changes: [
      {
        in: 'src/outbox/records/schema.ts',
        symbol: 'openRequest',
        find: 'for (const step of upgrades.slice(oldVersion)) step(request.result);',
        instead:
          "for (const step of upgrades.slice(oldVersion)) step(request.result); if (oldVersion > 0) request.transaction.objectStore('outbox').clear();",
      },
    ],
  },
  'an erasure leaves emails that wait': {
    team: ['client', 'admin'],
    events: ['erase a user', 'change the status', 'deliver a file'],
    changes: [
      {
        in: 'server/data/users',
        symbol: 'dropNotificationsFor',
        find: "await db.query('delete from tasks where recipient = $1', [email]);",
        instead: ';',
      },
    ],
  },
} satisfies Record<string, PlantedBug>;

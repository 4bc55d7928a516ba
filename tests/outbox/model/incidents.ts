import { withShot } from '../../../src/contract/jobs/checklistOrder.ts';
import { guardOf } from '../../../src/outbox/records/database.ts';
import { upgrades } from '../../../src/outbox/records/schema.ts';
import { Context, rawRecords } from './device.ts';
import type { Scene } from './Scene.ts';
import type { EventName } from './schedule.ts';

type Incident = (scene: Scene, pick: number) => void;
type PageIncident = (scene: Scene, pick: number, page: Context) => void;

function dbFault(fault: 'open' | 'transaction' | 'commit' | 'quota'): Incident {
  return (scene, pick) => {
    const { device, sim } = scene;
    device.dbFault = fault;
    // A page that is connected opens nothing.
    if (fault === 'open') scene.page(pick)?.forceClose();
    sim.after(1000 + pick * 5, () => {
      device.dbFault = null;
    });
  };
}

/** Clears the device's storage as the browser or its user would; open windows continue. */
function clearStorage(scene: Scene): void {
  const { device } = scene;
  if (scene.isSigningOut) return;
  scene.backend.hit('storage cleared');
  for (const context of device.contexts) context.forceClose();
  device.clear();
  scene.clearings += 1;
  scene.hasPurged = true;
  // Only what is typed and sent from here on must arrive.
  for (const intent of scene.allIntents()) intent.touches += 1;
  for (const word of scene.typed.values()) word.isKept = false;
  device.onCommitted();
}

function lineDown(name: EventName, isTold: boolean): Incident {
  return (scene, pick) => {
    scene.backend.hit(name);
    scene.backend.isLineDown = true;
    if (isTold) scene.device.onLine = false;
    scene.sim.after(pick * 200, () => {
      scene.backend.isLineDown = false;
      scene.device.onLine = true;
      if (isTold && !scene.device.isDeaf) void scene.page(pick)?.outbox.drain({ eager: true });
    });
  };
}

function turnClock(name: EventName, byMs: number): Incident {
  return (scene) => {
    scene.backend.hit(name);
    scene.hasBadClock = true;
    scene.clockTurns.push(scene.sim.now);
    scene.device.skewMs += byMs;
  };
}

function freeze(name: EventName, forMs: (pick: number) => number): PageIncident {
  return ({ backend, sim }, pick, page) => {
    backend.hit(name);
    page.freeze();
    sim.after(forMs(pick), () => page.thaw());
  };
}

function spoilChunk(name: 'missing chunk' | 'wrong size'): Incident {
  return (scene, pick) => {
    const raw = rawRecords(scene.device, 'chunks');
    const keys = [...(raw?.values() ?? [])].map((record) => record.key);
    const key = keys[pick % Math.max(1, keys.length)];
    if (!raw || key === undefined) return;
    scene.backend.hit(name);
    scene.hasBadChunk = true;
    if (name === 'missing chunk') raw.delete(key);
    else for (const record of raw.values()) if (record.key === key) record.value = new ArrayBuffer(1);
  };
}

/** Writes a row that no version of the app writes. */
function spoilRow(scene: Scene): void {
  inOutbox(scene, (outbox) => {
    outbox.add({
      ownerUid: scene.uid ?? 'u1',
      laneKey: 'job:j0',
      v: 99,
      clientId: `bad${scene.spoiledRows}`,
    });
    scene.spoiledRows += 1;
    scene.backend.hit('unreadable row');
  });
}

/** Writes a row as only a later build does: this one leaves it alone. */
function addLater(scene: Scene, pick: number): void {
  const { uid: ownerUid } = scene;
  if (!ownerUid) return;
  // One for each lane: what its user sends there waits until the end.
  const row = {
    ownerUid,
    laneKey: `job:j${pick % 3}`,
    v: 1,
    needs: 99,
    clientId: `later ${scene.newId()}`,
    content: scene.words(ownerUid),
  };
  inOutbox(scene, (outbox, journal) => {
    journal.add({}, guardOf(ownerUid));
    journal.delete(guardOf(ownerUid));
    outbox.add(row);
    outbox.transaction.oncomplete = () => {
      scene.laterRows.set(row.clientId, JSON.stringify(row));
      scene.backend.hit('record of a later build');
    };
  });
}

/** Opens the database as a later build would, which finds its rows as they were and sends them. */
export function sendLater(scene: Scene): void {
  inOutbox(scene, (outbox) => {
    const read = outbox.getAll();
    read.onsuccess = () => {
      const found = new Map<string, string>();
      for (const { seq, ...row } of read.result.filter(({ needs }) => needs === 99)) {
        found.set(row.clientId, JSON.stringify(row));
        outbox.delete(seq);
      }
      if (scene.hasPurged) return;
      for (const [clientId, row] of scene.laterRows)
        scene.check(
          '26 later build',
          found.get(clientId) === row,
          () => `${clientId} is ${found.get(clientId)}`,
        );
    };
  });
}

function inOutbox(scene: Scene, work: (outbox: IDBObjectStore, journal: IDBObjectStore) => void): void {
  const open = scene.device.factory.open('ev-outbox');
  open.onsuccess = () => {
    const db = open.result;
    if (db.objectStoreNames.contains('outbox')) {
      const tx = db.transaction(['outbox', 'journal'], 'readwrite');
      work(tx.objectStore('outbox'), tx.objectStore('journal'));
    }
    db.close();
  };
  open.onupgradeneeded = () => open.transaction?.abort();
}

function runWorker(scene: Scene): Context {
  const worker = scene.startWorker();
  scene.backend.hit('worker runs');
  void worker.outbox.drain({ eager: true, stopAfterMs: 150_000 });
  return worker;
}

/** Opens a newer build's database: every context but `old` has been reloaded with it. */
function upgrade(scene: Scene, old?: Context): void {
  const name = `later ${upgrades.length}`;
  (upgrades as ((db: IDBDatabase) => void)[]).push((db) => {
    if (!db.objectStoreNames.contains(name)) db.createObjectStore(name);
  });
  for (const context of scene.device.contexts) if (context !== old) context.version = upgrades.length;
  scene.openSecondPage();
}

/** Signs in another user; in half of the cases this page has not noticed yet. */
function switchUser(scene: Scene, pick: number): void {
  const { device } = scene;
  if (!device.session || scene.isSigningOut) return;
  scene.backend.hit('user switch');
  const uid = device.session.uid === 'u1' ? 'u2' : 'u1';
  if (pick % 2 === 0) scene.signIn(uid);
  else {
    device.session = { uid, email: `${uid}@ev.test` };
    device.renew();
  }
}

function loseUser(scene: Scene, pick: number): void {
  const was = scene.device.session;
  if (!was) return;
  scene.backend.hit('null user');
  scene.device.session = null;
  scene.sim.after(pick * 100, () => {
    if (!scene.device.session && !scene.isSigningOut) scene.device.session = was;
  });
}

function crash(scene: Scene, pick: number, page: Context): void {
  scene.backend.hit('crash');
  die(scene, pick, page);
}

function die(scene: Scene, pick: number, page: Context): void {
  page.die();
  const place = scene.pages.indexOf(page);
  scene.sim.after(pick * 20, () => {
    if (scene.pages[place]?.dead) scene.pages[place] = new Context(scene.device, false);
  });
}

/** Ends a page after a few tasks of the database: in the middle of what it has just begun. */
export function crashSoon(scene: Scene, pick: number, page: Context): void {
  scene.sim.afterTasks(pick % 12, () => {
    if (!page.dead) die(scene, pick, page);
  });
}

/** Incidents of a page that a user could use. */
export const pageIncidents: Partial<Record<EventName, PageIncident>> = {
  crash,
  freeze: freeze('freeze', (pick) => pick * 10),
  'freeze past the claim': freeze('freeze past the claim', (pick) => 120_000 + pick * 500),
  'forced close': ({ backend }, _, page) => {
    backend.hit('forced close');
    page.forceClose();
  },
  'duplicate online events': ({ backend, device }, _, page) => {
    if (device.isDeaf) return;
    backend.hit('duplicate online events');
    void page.outbox.drain({ eager: true });
    void page.outbox.drain({ eager: true });
  },
};

/** Incidents of the device, whatever runs on it. */
export const deviceIncidents: Partial<Record<EventName, Incident>> = {
  'worker runs': runWorker,
  'worker killed mid-fetch': (scene, pick) => {
    const worker = runWorker(scene);
    const kill = (looks: number) => {
      if (worker.dead) return;
      if (worker.inFlight === 0 && looks > 0) return void scene.sim.after(20, () => kill(looks - 1));
      if (worker.inFlight > 0) scene.backend.hit('worker killed mid-fetch');
      worker.die();
    };
    scene.sim.after(pick % 500, () => kill(25));
  },
  'second tab opens': (scene) => {
    if (scene.pages[1] && !scene.pages[1].dead) return;
    scene.backend.hit('second tab opens');
    scene.openSecondPage();
  },
  'tab closes': (scene) => {
    if (!scene.pages[1] || scene.pages[1].dead) return;
    scene.backend.hit('tab closes');
    scene.pages[1].die();
  },
  'lock lost': ({ backend, device }) => {
    backend.hit('lock lost');
    device.locks.clear();
  },
  'lock stuck': ({ backend, device, uid }) => {
    backend.hit('lock stuck');
    if (uid) device.locks.set(`ev-drain:${uid}`, Symbol('ghost'));
  },
  'IDB open failure': dbFault('open'),
  'IDB transaction failure': dbFault('transaction'),
  'IDB commit failure': dbFault('commit'),
  quota: dbFault('quota'),
  'storage cleared': clearStorage,
  'missing chunk': spoilChunk('missing chunk'),
  'wrong size': spoilChunk('wrong size'),
  'unreadable row': spoilRow,
  'record of a later build': addLater,
  'line down': lineDown('line down', true),
  'onLine stuck true': lineDown('onLine stuck true', false),
  'onLine stuck false': ({ backend, device, sim }, pick) => {
    backend.hit('onLine stuck false');
    device.isDeaf = true;
    device.onLine = false;
    sim.after(pick * 200, () => {
      device.isDeaf = false;
      device.onLine = true;
    });
  },
  'clock +1 day': turnClock('clock +1 day', 86_400_000),
  'clock -1 day': turnClock('clock -1 day', -86_400_000),
  'token expiry': ({ backend, device }) => {
    backend.leastTokenSerial = device.tokenSerial + 1;
  },
  'refresh failure': ({ backend, device, sim }) => {
    backend.leastTokenSerial = device.tokenSerial + 1;
    device.canRenew = false;
    sim.after(30_000, () => {
      device.canRenew = true;
    });
  },
  // Another admin renames the shots that are answered, or removes them.
  'list changed meanwhile': ({ backend }, pick) => {
    backend.hit('list changed meanwhile');
    const shot = {
      shotId: `a${pick % 2}`,
      service: 'PIL',
      name: `renamed ${pick}`,
      hint: '',
      example: null,
    } as const;
    backend.shots = withShot(backend.shots, { ...shot, removed: pick % 4 < 2 });
  },
  'marked on another device': ({ backend, uid, sim }, pick) => {
    backend.hit('marked on another device');
    const status = pick % 4 < 2 ? 'ADDRESSED' : 'NEW';
    backend.chooseElsewhere(`mark t${pick % 2}-${uid}`, status, uid ?? '', sim.now);
  },
  // It waited there without a connection, while more was chosen here.
  'older mark of another device': ({ backend, uid, sim }, pick) => {
    backend.hit('older mark of another device');
    const status = pick % 4 < 2 ? 'ADDRESSED' : 'NEW';
    backend.chooseElsewhere(`mark t${pick % 2}-${uid}`, status, uid ?? '', sim.now - pick * 500);
  },
  'null user': loseUser,
  'user switch': switchUser,
  'schema upgrade with pending rows': (scene) => {
    scene.backend.hit('schema upgrade with pending rows');
    upgrade(scene);
  },
  'old worker beside a new page': (scene) => {
    const worker = runWorker(scene);
    scene.backend.hit('old worker beside a new page');
    upgrade(scene, worker);
    void worker.outbox.drain({ eager: true });
  },
};

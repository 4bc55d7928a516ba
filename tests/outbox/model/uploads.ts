import { ApiError, backendError } from '../../../src/api/ApiError.ts';
import type { PieceOutcome } from '../../../src/api/tusUploads.ts';
import { userOfToken } from '../../../src/outbox/sending/attempt.ts';
import type { Backend } from './backend.ts';
import { pieceFaults } from './names.ts';
import type { Sim } from './sim.ts';

type Upload = { ownerUid: string; name: string; size: number; text: string; usedBy: string | null };

/** The backend's store of files uploaded in pieces, and the faults of their requests. */
export class Uploads {
  readonly #uploads = new Map<string, Upload>();
  #made = 0;
  readonly #sim: Sim;
  readonly #backend: Backend;
  /** Requests that arrive after their sender gave up. */
  readonly #longestLateMs = 60_000;

  constructor(sim: Sim, backend: Backend) {
    this.#sim = sim;
    this.#backend = backend;
  }

  begin(file: { name: string; size: number }, idToken: string, answer: (result: () => string) => void): void {
    this.#ask(
      idToken,
      null,
      () => {
        this.#made += 1;
        const id = `u${this.#made}`;
        this.#uploads.set(id, {
          ownerUid: userOfToken(idToken),
          name: file.name,
          size: file.size,
          text: '',
          usedBy: null,
        });
        return id;
      },
      answer,
    );
  }

  offset(id: string, idToken: string, answer: (result: () => number | null) => void): void {
    this.#ask(idToken, id, () => this.#mine(id, idToken)?.text.length ?? null, answer);
  }

  put(
    id: string,
    offset: number,
    piece: string,
    idToken: string,
    answer: (result: () => PieceOutcome) => void,
  ): void {
    const take = (bytes: string): PieceOutcome => {
      const upload = this.#mine(id, idToken);
      if (!upload) return 'gone';
      if (upload.text.length !== offset || upload.usedBy) return 'elsewhere';
      upload.text += bytes;
      return upload.text.length;
    };
    this.#ask<PieceOutcome>(idToken, id, () => take(piece), answer, {
      half: () => void take(piece.slice(0, piece.length / 2)),
      damaged: (): PieceOutcome => 'damaged',
    });
  }

  /** Returns the files a request names; null when one is incomplete, another user's or used by another request. */
  use(ids: readonly string[], clientId: string, idToken: string): { name: string; text: string }[] | null {
    const found = ids.map((id) => this.#mine(id, idToken));
    const isFine = found.every(
      (upload) =>
        upload !== undefined &&
        upload.text.length === upload.size &&
        (upload.usedBy === null || upload.usedBy === clientId),
    );
    if (!isFine) return null;
    return found.flatMap((upload) => {
      if (!upload) return [];
      upload.usedBy = clientId;
      return { name: upload.name, text: upload.text };
    });
  }

  #mine(id: string, idToken: string): Upload | undefined {
    const upload = this.#uploads.get(id);
    return upload?.ownerUid === userOfToken(idToken) ? upload : undefined;
  }

  #ask<T>(
    idToken: string,
    id: string | null,
    act: () => T,
    answer: (result: () => T) => void,
    put?: { half: () => void; damaged: () => T },
  ): void {
    const sim = this.#sim;
    const backend = this.#backend;
    const travelMs = sim.between(5, 300);
    const fail = (error: () => ApiError, afterMs = travelMs) =>
      void sim.after(afterMs, () =>
        answer(() => {
          throw error();
        }),
      );
    if (backend.isLineDown) return void fail(() => new ApiError('offline'));
    // The backend can be reached: something on the way may have cut off a piece because of its size.
    const cut = () => new ApiError(put ? 'content-too-large' : 'offline');
    const isFaulty = sim.chance(backend.faultRate) && backend.faults.length > 0;
    const fault = isFaulty ? pieceFaults[sim.between(0, pieceFaults.length - 1)] : undefined;
    if (fault) backend.hit(fault);
    const upload = this.#uploads.get(id ?? '');
    switch (fault) {
      case 'piece lost':
        return void fail(cut);
      case 'cut mid-piece':
        sim.after(travelMs, () => put?.half());
        return void fail(cut, travelMs + 5);
      case 'piece kept, answer lost':
        sim.after(travelMs, () => void act());
        return void fail(cut, travelMs + 5);
      case 'piece arrives late':
        sim.after(sim.between(8000, this.#longestLateMs), () => void act());
        return void fail(() => new ApiError('timeout'), 8000);
      case 'piece damaged':
        if (!put) return void fail(() => backendError(503, null));
        return void sim.after(travelMs, () => answer(put.damaged));
      case 'piece refused for now':
        return void fail(
          () => new ApiError('rate-limited', undefined, { retryAfterMs: sim.between(0, 60_000) }),
        );
      case 'upload expired':
        if (upload && !upload.usedBy) this.#uploads.delete(id ?? '');
        break;
      case 'offset behind':
        // Like a backend restored from an hour-old backup.
        if (upload && !upload.usedBy) upload.text = upload.text.slice(0, -3);
        break;
      case undefined:
        break;
    }
    sim.after(travelMs, () => {
      const backMs = sim.between(1, 300);
      if (backend.isExpired(idToken)) return void fail(() => backendError(401, null), backMs);
      const result = act();
      sim.after(backMs, () => answer(() => result));
    });
  }
}

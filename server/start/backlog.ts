/**
 * Connections that the kernel accepts before the process takes them. Beyond Node's default of 511 it drops them, and TCP tries again after
 * 1, 3, 7 and 15 s: when a thousand streams opened at once after a restart, a health check was among those. `net.core.somaxconn` limits it
 * too.
 */
export const backlog = 4096;

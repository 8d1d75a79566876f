/** Between two tests the worker hears what vitest has to say; on a busy machine it would else take it for dead. */
import { afterEach } from "vitest";

afterEach(() => new Promise((done) => setTimeout(done)));

/* Threads, kept apart so that everything else compiles where there are none. */
#include "search.h"

#if defined(__wasm__)

void nf_in_threads(void (*work)(void *), void **arguments, uint32_t count) {
    (void)count;
    work(arguments[0]);
}

#else
#include <pthread.h>

typedef struct task {
    void (*work)(void *);
    void *argument;
} task;

static void *run_task(void *argument) {
    task *t = argument;
    t->work(t->argument);
    return NULL;
}

void nf_in_threads(void (*work)(void *), void **arguments, uint32_t count) {
    pthread_t threads[MOST_THREADS];
    task tasks[MOST_THREADS];
    uint32_t started = 0;
    for (uint32_t i = 1; i < count; i++) {
        tasks[i] = (task){work, arguments[i]};
        if (pthread_create(&threads[started], NULL, run_task, &tasks[i])) break; /* fewer will do */
        started++;
    }
    work(arguments[0]);
    for (uint32_t i = 0; i < started; i++) pthread_join(threads[i], NULL);
}

#endif
